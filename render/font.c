/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/font.h"

#include <cairo-ft.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#include FT_OUTLINE_H

#include "render/font-cache.h"

/* In dejavu.S. */
extern const unsigned char font_dejavu[], font_dejavu_end[];

#ifdef __SANITIZE_ADDRESS__
/* Fontconfig finds the parts of its patterns by offsets, which a leak checker cannot follow. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libfontconfig\n";
}
#endif

struct font {
	struct font *next; /* in the pool */
	PangoFontMap *map;
	PangoContext *context;
	PangoLayout *layout;
	FT_Library library;
	FT_Face face;
	FT_Face drawn_face; /* the drawing library's own, of which it sets the size */
	cairo_font_face_t *drawn;
	struct font_cache cache;
};

/*
 * Fonts that wait for a user, and what they share. This is the only mutable state of the folder:
 * the library's font maps are not for two threads at once and too slow to make for one picture.
 */
static struct {
	pthread_mutex_t lock;
	struct font *free;
	FcConfig *config;
} pool = {PTHREAD_MUTEX_INITIALIZER, NULL, NULL};

/*
 * Fontconfig takes only files, so it gets one that is no file on any disk. The descriptor stays
 * open as long as the program runs: the font is opened again by that name.
 */
static FcConfig *config_new(struct error *err)
{
	size_t length = (size_t)(font_dejavu_end - font_dejavu), done = 0;
	char path[64];
	FcConfig *config = NULL;
	int fd = memfd_create("schedlab-font", MFD_CLOEXEC);
	if (fd < 0)
		goto failed;
	while (done < length) {
		ssize_t n = write(fd, font_dejavu + done, length - done);
		if (n <= 0)
			goto failed;
		done += (size_t)n;
	}
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	config = FcConfigCreate();
	/* As the current one, or a font map's first act is to read the machine's configuration. */
	if (config && FcConfigAppFontAddFile(config, (const FcChar8 *)path) &&
		FcConfigSetCurrent(config))
		return config;
failed:
	if (config)
		FcConfigDestroy(config);
	if (fd >= 0)
		close(fd);
	error_set(err, "cannot load the font for charts");
	return NULL;
}

static PangoLayout *layout_new(PangoContext *context)
{
	PangoLayout *layout = pango_layout_new(context);
	PangoFontDescription *description = pango_font_description_from_string("DejaVu Sans");
	PangoAttrList *attributes = pango_attr_list_new();
	pango_attr_list_insert(attributes, pango_attr_fallback_new(FALSE));
	pango_layout_set_attributes(layout, attributes);
	pango_attr_list_unref(attributes);
	pango_layout_set_font_description(layout, description);
	pango_font_description_free(description);
	pango_layout_set_single_paragraph_mode(layout, TRUE);
	return layout;
}

static cairo_font_options_t *options_new(void)
{
	cairo_font_options_t *options = cairo_font_options_create();
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	return options;
}

static PangoContext *context_new(PangoFontMap *map)
{
	PangoContext *context = pango_font_map_create_context(map);
	cairo_font_options_t *options = options_new();
	pango_cairo_context_set_font_options(context, options);
	cairo_font_options_destroy(options);
	pango_context_set_round_glyph_positions(context, FALSE);
	/* Else both follow the reader's locale. */
	pango_context_set_language(context, pango_language_from_string("en"));
	pango_context_set_base_dir(context, PANGO_DIRECTION_LTR);
	return context;
}

static void font_free(struct font *font)
{
	if (font->layout)
		g_object_unref(font->layout);
	if (font->context)
		g_object_unref(font->context);
	if (font->map)
		g_object_unref(font->map);
	if (font->drawn)
		cairo_font_face_destroy(font->drawn);
	if (font->face)
		FT_Done_Face(font->face);
	if (font->drawn_face)
		FT_Done_Face(font->drawn_face);
	if (font->library)
		FT_Done_FreeType(font->library);
	font_cache_release(&font->cache);
	free(font);
}

static struct font *font_new(FcConfig *config, struct error *err)
{
	struct font *font = xcalloc(1, sizeof(*font));
	long length = (long)(font_dejavu_end - font_dejavu);
	if (FT_Init_FreeType(&font->library) ||
		FT_New_Memory_Face(font->library, font_dejavu, length, 0, &font->face) ||
		FT_New_Memory_Face(font->library, font_dejavu, length, 0, &font->drawn_face))
		goto failed;
	font->drawn = cairo_ft_font_face_create_for_ft_face(font->drawn_face, FT_LOAD_NO_HINTING);
	font->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
	if (!font->map)
		goto failed;
	pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(font->map), config);
	font->context = context_new(font->map);
	font->layout = layout_new(font->context);
	return font;
failed:
	font_free(font);
	error_set(err, "cannot set up the font for charts");
	return NULL;
}

struct font *font_acquire(struct error *err)
{
	pthread_mutex_lock(&pool.lock);
	struct font *font = pool.free;
	if (font)
		pool.free = font->next;
	else if (!pool.config)
		pool.config = config_new(err);
	FcConfig *config = pool.config;
	pthread_mutex_unlock(&pool.lock);
	if (font || !config)
		return font;
	return font_new(config, err);
}

void font_release(struct font *font)
{
	if (!font)
		return;
	pthread_mutex_lock(&pool.lock);
	font->next = pool.free;
	pool.free = font;
	pthread_mutex_unlock(&pool.lock);
}

static void set_size(struct font *font, double size_px)
{
	FT_Set_Char_Size(font->face, 0, (FT_F26Dot6)lround(size_px * 64), 72, 72);
}

/* The advance of the box for characters that the font has not. */
static double box_width_px(struct font *font, double size_px)
{
	if (FT_Load_Glyph(font->face, 0, FT_LOAD_NO_SCALE))
		return size_px / 2;
	return (double)font->face->glyph->metrics.horiAdvance * size_px / FONT_UNITS_PER_EM;
}

static void add_glyphs(struct font *font, double size_px, const PangoGlyphString *string,
	struct font_run *run)
{
	for (int i = 0; i < string->num_glyphs; i++) {
		const PangoGlyphInfo *info = &string->glyphs[i];
		bool unknown = info->glyph & PANGO_GLYPH_UNKNOWN_FLAG;
		if (info->glyph != PANGO_GLYPH_EMPTY) {
			struct font_glyph *glyph =
				xgrow(&run->glyphs, &run->length, sizeof(*glyph));
			glyph->index = unknown ? 0 : info->glyph;
			glyph->x_px = run->width_px + info->geometry.x_offset / (double)PANGO_SCALE;
			glyph->y_px = info->geometry.y_offset / (double)PANGO_SCALE;
		}
		run->width_px += unknown ? box_width_px(font, size_px)
					 : info->geometry.width / (double)PANGO_SCALE;
	}
}

const struct font_run *font_shape(struct font *font, double size_px, const char *text)
{
	bool found;
	struct font_run *run = font_cache_run(&font->cache, size_px, text, &found);
	if (found)
		return run;
	const PangoFontDescription *now = pango_layout_get_font_description(font->layout);
	int size = (int)lround(size_px * PANGO_SCALE);
	if (pango_font_description_get_size(now) != size) {
		PangoFontDescription *description = pango_font_description_copy(now);
		pango_font_description_set_absolute_size(description, size);
		pango_layout_set_font_description(font->layout, description);
		pango_font_description_free(description);
	}
	pango_layout_set_text(font->layout, text, -1);
	PangoLayoutLine *line = pango_layout_get_line_readonly(font->layout, 0);
	for (GSList *item = line->runs; item; item = item->next)
		add_glyphs(font, size_px, ((PangoGlyphItem *)item->data)->glyphs, run);
	return run;
}

double font_width_px(void *font, double size_px, const char *text)
{
	return font_shape(font, size_px, text)->width_px;
}

static void mask_draw(struct font *font, double size_px, unsigned glyph, unsigned quarter,
	struct font_mask *mask)
{
	FT_GlyphSlot slot = font->face->glyph;
	set_size(font, size_px);
	if (FT_Load_Glyph(font->face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP))
		return;
	FT_Outline_Translate(&slot->outline, (FT_Pos)(quarter * 16), 0);
	if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) || slot->bitmap.rows == 0)
		return;
	mask->left_px = slot->bitmap_left;
	mask->top_px = -slot->bitmap_top;
	mask->width_px = (int)slot->bitmap.width;
	mask->height_px = (int)slot->bitmap.rows;
	mask->coverage = xmalloc((size_t)slot->bitmap.width * slot->bitmap.rows);
	for (int y = 0; y < mask->height_px; y++)
		memcpy(mask->coverage + (size_t)y * slot->bitmap.width,
			slot->bitmap.buffer + (ptrdiff_t)y * slot->bitmap.pitch,
			slot->bitmap.width);
}

const struct font_mask *font_mask(struct font *font, double size_px, unsigned glyph,
	unsigned quarter)
{
	bool found;
	struct font_mask *mask = font_cache_mask(&font->cache, size_px, glyph, quarter, &found);
	if (!found)
		mask_draw(font, size_px, glyph, quarter, mask);
	return mask;
}

static int move_to(const FT_Vector *to, void *path)
{
	text_add(path, "M%ld %ld", to->x, to->y);
	return 0;
}

static int line_to(const FT_Vector *to, void *path)
{
	text_add(path, "L%ld %ld", to->x, to->y);
	return 0;
}

static int conic_to(const FT_Vector *control, const FT_Vector *to, void *path)
{
	text_add(path, "Q%ld %ld %ld %ld", control->x, control->y, to->x, to->y);
	return 0;
}

static int cubic_to(const FT_Vector *one, const FT_Vector *two, const FT_Vector *to, void *path)
{
	text_add(path, "C%ld %ld %ld %ld %ld %ld", one->x, one->y, two->x, two->y, to->x, to->y);
	return 0;
}

void font_outline(struct font *font, unsigned glyph, struct text *path)
{
	static const FT_Outline_Funcs steps = {move_to, line_to, conic_to, cubic_to, 0, 0};
	if (FT_Load_Glyph(font->face, glyph, FT_LOAD_NO_SCALE))
		return;
	FT_Outline_Decompose(&font->face->glyph->outline, &steps, path);
}

void font_select(struct font *font, struct _cairo *cr, double size_px)
{
	cairo_font_options_t *options = options_new();
	cairo_set_font_face(cr, font->drawn);
	cairo_set_font_size(cr, size_px);
	cairo_set_font_options(cr, options);
	cairo_font_options_destroy(options);
}
