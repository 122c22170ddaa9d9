/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole pictures: every shape draws, PNGs and SVGs are well-formed, and the same chart has the
 * same bytes again, in another thread and in another process. Called with a shape's number it
 * prints that shape's PNG and SVG: that is the other process.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "render/chart.h"
#include "tests/render-fixture.h"
#include "tests/threads.h"

static const struct chart_options page = {.scale = CHART_SCALE_ZOOM, .width_px = 1000,
	.height_px = 600};

typedef bool chart_function(const struct series_set *, const struct chart_options *, struct text *,
	struct error *);

static struct text picture(chart_function *draw, enum render_shape shape,
	const struct chart_options *options)
{
	struct render_fixture *fixture = render_shape(shape);
	struct text out = TEXT_EMPTY;
	struct error err;
	if (!draw(&fixture->set, options, &out, &err))
		fail_msg("shape %d: %s", (int)shape, err.message);
	render_shape_release(fixture);
	return out;
}

/* A PNG taken apart: its header, palette and rows of indices. */
struct png {
	size_t width, height, colours;
	unsigned depth;
	const unsigned char *palette;
	unsigned char *rows;
	size_t row_bytes;
};

static uint32_t read_u32(const char *bytes)
{
	const unsigned char *b = (const unsigned char *)bytes;
	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void read_chunk(struct png *png, const char *type, const char *data, size_t length)
{
	if (memcmp(type, "IHDR", 4) == 0) {
		png->width = read_u32(data);
		png->height = read_u32(data + 4);
		png->depth = (unsigned char)data[8];
		assert_int_equal(data[9], 3);
	} else if (memcmp(type, "PLTE", 4) == 0) {
		png->palette = (const unsigned char *)data;
		png->colours = length / 3;
		assert_int_equal(length % 3, 0);
	} else if (memcmp(type, "IDAT", 4) == 0) {
		png->row_bytes = 1 + (png->width * png->depth + 7) / 8;
		uLongf size = png->row_bytes * png->height;
		png->rows = xmalloc(size);
		assert_int_equal(uncompress(png->rows, &size, (const Bytef *)data, length), Z_OK);
		assert_int_equal(size, png->row_bytes * png->height);
	} else {
		assert_memory_equal(type, "IEND", 4);
	}
}

static struct png png_read(const struct text *file)
{
	struct png png = {0};
	assert_memory_equal(file->bytes, "\x89PNG\r\n\x1a\n", 8);
	for (size_t at = 8; at < file->length;) {
		size_t length = read_u32(file->bytes + at);
		const char *type = file->bytes + at + 4;
		assert_true(at + 12 + length <= file->length);
		uLong crc = crc32(0, (const Bytef *)type, (uInt)length + 4);
		assert_int_equal(crc, read_u32(type + 4 + length));
		read_chunk(&png, type, type + 4, length);
		at += 12 + length;
	}
	assert_non_null(png.rows);
	for (size_t y = 0; y < png.height; y++)
		assert_int_equal(png.rows[y * png.row_bytes], 0);
	return png;
}

static uint32_t pixel(const struct png *png, size_t x, size_t y)
{
	const unsigned char *row = png->rows + y * png->row_bytes + 1;
	unsigned index = png->depth == 8 ? row[x] : row[x / 2] >> (x % 2 ? 0 : 4) & 15;
	assert_true(index < png->colours);
	const unsigned char *rgb = png->palette + 3 * (size_t)index;
	return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

/* Tags balance, and nothing of a label is markup. */
static void check_svg(const struct text *file)
{
	size_t opened = 0, closed = 0;
	assert_memory_equal(file->bytes, "<svg ", 5);
	assert_int_equal(strlen(file->bytes), file->length);
	for (const char *at = file->bytes; (at = strchr(at, '<')); at++) {
		const char *end = strchr(at, '>');
		assert_non_null(end);
		opened += at[1] != '/' && end[-1] != '/';
		closed += at[1] == '/';
	}
	assert_int_equal(opened, closed);
	assert_non_null(strstr(file->bytes, "role=\"img\""));
	assert_non_null(strstr(file->bytes, "<title id=\"t\">ring, bound — as lat_ctx -s 0 N, "));
	assert_null(strstr(file->bytes, "<script"));
	assert_null(strstr(file->bytes, "nan"));
	assert_null(strstr(file->bytes, "inf"));
	for (size_t i = 0; i < file->length; i++)
		assert_true((unsigned char)file->bytes[i] >= ' ' || file->bytes[i] == '\n');
}

static void test_every_shape(void **state)
{
	(void)state;
	for (enum render_shape shape = 0; shape < SHAPE_N; shape++) {
		struct chart_options options = {.scale = (enum chart_scale)(shape % 2),
			.theme = (enum chart_theme)(shape / 2 % 2), .width_px = 500 + shape,
			.height_px = 350};
		struct text file = picture(chart_png, shape, &options);
		struct png png = png_read(&file);
		assert_int_equal(png.width, options.width_px);
		assert_int_equal(png.height, options.height_px);
		assert_in_range(png.colours, 2, 256);
		for (size_t x = 0; x < png.width; x++)
			pixel(&png, x, png.height / 2);
		free(png.rows);
		text_release(&file);
		file = picture(chart_svg, shape, &options);
		check_svg(&file);
		assert_true(file.length < 500000);
		text_release(&file);
	}
}

/* Backgrounds are the theme's to the bit; a plain line has its variant's exact colour. */
static void test_pixels(void **state)
{
	(void)state;
	struct chart_options options = page;
	for (options.theme = CHART_THEME_LIGHT; options.theme <= CHART_THEME_DARK; options.theme++) {
		uint32_t line = options.theme == CHART_THEME_LIGHT ? 0x0072b2 : 0x56b4e9;
		struct text file = picture(chart_png, SHAPE_EQUAL, &options);
		struct png png = png_read(&file);
		assert_int_equal(pixel(&png, 0, 0),
			options.theme == CHART_THEME_LIGHT ? 0xffffff : 0x121212);
		size_t found = 0;
		for (size_t x = 0; x < png.width; x++)
			for (size_t y = 100; y < 500; y++)
				found += pixel(&png, x, y) == line;
		assert_true(found > 500);
		free(png.rows);
		text_release(&file);
	}
}

static void check_same(const struct text *one, const struct text *other)
{
	assert_int_equal(one->length, other->length);
	assert_memory_equal(one->bytes, other->bytes, one->length);
}

static void test_same_bytes(void **state)
{
	(void)state;
	chart_function *const forms[] = {chart_png, chart_svg};
	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		struct text one = picture(forms[i], SHAPE_DENSE, &page);
		struct text between = picture(forms[i], SHAPE_HOSTILE, &page);
		struct text other = picture(forms[i], SHAPE_DENSE, &page);
		check_same(&one, &other);
		text_release(&one);
		text_release(&between);
		text_release(&other);
	}
}

static int print_shape(enum render_shape shape)
{
	struct text png = picture(chart_png, shape, &page), svg = picture(chart_svg, shape, &page);
	bool written = fwrite(png.bytes, 1, png.length, stdout) == png.length &&
		fwrite(svg.bytes, 1, svg.length, stdout) == svg.length;
	text_release(&png);
	text_release(&svg);
	return written && fflush(stdout) == 0 ? 0 : 1;
}

/* The other process has no fonts, another locale and another working folder. */
static struct text other_process(void)
{
	int ends[2], status;
	char buffer[4096], self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	assert_true(n > 0);
	self[n] = '\0';
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		setenv("FONTCONFIG_FILE", "/nonexistent", 1);
		setenv("LC_ALL", "de_DE.UTF-8", 1);
		if (chdir("/") == 0)
			execl(self, self, "1", (char *)NULL);
		_exit(127);
	}
	assert_true(child > 0);
	close(ends[1]);
	struct text out = TEXT_EMPTY;
	while ((n = read(ends[0], buffer, sizeof(buffer))) > 0)
		text_add_bytes(&out, buffer, (size_t)n);
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	return out;
}

static void test_other_process(void **state)
{
	(void)state;
	struct text theirs = other_process();
	struct text ours = picture(chart_png, SHAPE_DENSE, &page);
	struct text svg = picture(chart_svg, SHAPE_DENSE, &page);
	text_add_bytes(&ours, svg.bytes, svg.length);
	check_same(&ours, &theirs);
	text_release(&ours);
	text_release(&svg);
	text_release(&theirs);
}

static struct text dense(void)
{
	return picture(chart_png, SHAPE_DENSE, &page);
}

static void test_threads(void **state)
{
	(void)state;
	threads_assert_same(dense);
}

static void test_refuses(void **state)
{
	(void)state;
	static const unsigned sizes_px[][2] = {{0, 0}, {319, 600}, {1000, 199}, {4097, 600},
		{1000, 4097}, {32767, 32767}};
	struct render_fixture *fixture = render_shape(SHAPE_SWEEP);
	struct text out = TEXT_EMPTY;
	struct error err;
	for (size_t i = 0; i < ARRAY_LENGTH(sizes_px); i++) {
		struct chart_options options = {.width_px = sizes_px[i][0],
			.height_px = sizes_px[i][1]};
		assert_false(chart_png(&fixture->set, &options, &out, &err));
		assert_non_null(strstr(err.message, "expected 320x200 to 4096x4096"));
	}
	fixture->set.series[0].points[2].summary.centre = NAN;
	assert_false(chart_png(&fixture->set, &page, &out, &err));
	assert_false(chart_svg(&fixture->set, &page, &out, &err));
	assert_int_equal(out.length, 0);
	render_shape_release(fixture);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_shape),
		cmocka_unit_test(test_pixels),
		cmocka_unit_test(test_same_bytes),
		cmocka_unit_test(test_other_process),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_refuses),
	};
	if (argc == 2)
		return print_shape((enum render_shape)strtoul(argv[1], NULL, 10));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
