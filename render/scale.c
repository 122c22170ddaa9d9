/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/scale.h"

#include <assert.h>
#include <math.h>

#include "model/text.h"
#include "render/line.h"

/* A step of factor (1, 2 or 5) x 10^power. */
struct step {
	int factor, power;
};

/* 10^power, exact where a double can be. */
static double ten_to(int power)
{
	return power < 0 ? 1 / pow(10, -power) : pow(10, power);
}

/* Divides for negative powers: 0.3 is 3 / 10, not 3 x 0.1. */
static double step_value(struct step step, double multiple)
{
	double units = multiple * step.factor;
	return step.power < 0 ? units / ten_to(-step.power) : units * ten_to(step.power);
}

static struct step step_for(double extent, unsigned about)
{
	double rough = extent / about;
	struct step step = {1, (int)floor(log10(rough))};
	double mantissa = rough / ten_to(step.power);
	/* The nearest of 1, 2, 5 and 10, as ratios. */
	if (mantissa > 7.07)
		step.power++;
	else if (mantissa > 3.16)
		step.factor = 5;
	else if (mantissa > 1.41)
		step.factor = 2;
	return step;
}

static struct step step_finer(struct step step)
{
	if (step.factor == 1)
		return (struct step){5, step.power - 1};
	return (struct step){step.factor == 5 ? 2 : 1, step.power};
}

/* Writes digits x 10^power; digits has no sign. Groups of three from five digits on. */
static void write_digits(char *to, size_t room, const char *digits, int power, bool negative)
{
	int length = (int)strlen(digits), whole = length + power;
	size_t n = 0;
	if (negative)
		to[n++] = '-';
	if (whole <= 0)
		to[n++] = '0';
	for (int i = 0; i < whole && n + 2 < room; i++) {
		to[n++] = i < length ? digits[i] : '0';
		if (whole >= 5 && whole - i > 1 && (whole - i) % 3 == 1)
			to[n++] = ',';
	}
	if (power < 0)
		to[n++] = '.';
	for (int i = whole; i < length && power < 0 && n + 1 < room; i++)
		to[n++] = i < 0 ? '0' : digits[i];
	to[n] = '\0';
}

static void write_power(char *to, size_t room, char *digits, int power, bool negative)
{
	size_t length = strlen(digits);
	power += (int)length - 1;
	while (length > 1 && digits[length - 1] == '0')
		digits[--length] = '\0';
	snprintf(to, room, "%s%c%s%se%d", negative ? "-" : "", digits[0], length > 1 ? "." : "",
		digits + 1, power);
}

static void write_number(char to[static SCALE_LABEL_BYTES], char *digits, int power,
	bool negative)
{
	if ((int)strlen(digits) + power > 9 || power < -9)
		write_power(to, SCALE_LABEL_BYTES, digits, power, negative);
	else
		write_digits(to, SCALE_LABEL_BYTES, digits, power, negative);
}

/* The label of multiple x step, exact. */
static void write_label(char to[static SCALE_LABEL_BYTES], double multiple, struct step step)
{
	char digits[24];
	double units = fabs(multiple) * step.factor;
	snprintf(digits, sizeof(digits), "%lld", (long long)units);
	if (units < 0.5)
		snprintf(to, SCALE_LABEL_BYTES, "0");
	else
		write_number(to, digits, step.power, multiple < 0);
}

/* 2.10 is 2.1 where no other label stands below it. */
static void strip_zeros(char *label)
{
	size_t n = strlen(label);
	if (!strchr(label, '.') || strchr(label, 'e'))
		return;
	while (label[n - 1] == '0')
		n--;
	label[label[n - 1] == '.' ? n - 1 : n] = '\0';
}

static void add_tick(struct scale *scale, double multiple, struct step step)
{
	if (scale->ticks_n == SCALE_TICKS_MAX)
		return;
	struct scale_tick *tick = &scale->ticks[scale->ticks_n++];
	tick->value = step_value(step, multiple);
	write_label(tick->label, multiple, step);
}

/* Every multiple of the step from low to high; a rounding error at an end loses no tick. */
static void fill_ticks(struct scale *scale, struct step step)
{
	double unit = step_value(step, 1), slack = 1e-9;
	scale->ticks_n = 0;
	double last = floor(scale->high / unit + slack);
	for (double i = ceil(scale->low / unit - slack); i <= last; i++)
		add_tick(scale, i, step);
}

/*
 * Where all values are equal, or so close that their labels would need more digits than a
 * double has, the axis shows 1 % to each side.
 */
static void widen(double *lowest, double *highest)
{
	double size = fmax(fabs(*lowest), fabs(*highest));
	if (size < SCALE_SMALLEST) {
		*lowest = 0;
		*highest = 1;
	} else if (*highest - *lowest < size * 1e-9) {
		*lowest -= size / 100;
		*highest += size / 100;
	}
}

struct scale scale_zero(double lowest, double highest, unsigned about)
{
	assert(isfinite(lowest) && isfinite(highest) && lowest <= highest && about >= 2);
	struct scale scale = {.low = fmin(lowest, 0), .high = fmax(highest, 0)};
	if (scale.high - scale.low < SCALE_SMALLEST)
		scale.high = 1;
	double air = (scale.high - scale.low) * 0.05;
	if (scale.high > 0 && highest > 0)
		scale.high += air;
	if (scale.low < 0)
		scale.low -= air;
	struct step step = step_for(scale.high - scale.low, about);
	do {
		fill_ticks(&scale, step);
		step = step_finer(step);
	} while (scale.ticks_n < 2);
	return scale;
}

struct scale scale_zoom(double lowest, double highest, unsigned about)
{
	assert(isfinite(lowest) && isfinite(highest) && lowest <= highest && about >= 2);
	widen(&lowest, &highest);
	double air = (highest - lowest) * 0.05;
	struct scale scale = {.low = lowest, .high = highest + air};
	struct step step = step_for(highest - lowest + 2 * air, about);
	/* The start is a number to say in words: a finer step's, so that little room is lost. */
	struct step fine = step_finer(step_finer(step));
	double start = floor((lowest - air) / step_value(fine, 1) + 1e-9);
	/* Positive values have nothing to show below 0. */
	if (lowest >= 0 && start < 0)
		start = 0;
	scale.low = step_value(fine, start);
	write_label(scale.low_label, start, fine);
	strip_zeros(scale.low_label);
	do {
		fill_ticks(&scale, step);
		step = step_finer(step);
	} while (scale.ticks_n < 2);
	return scale;
}

/* What need not be round is said in six digits. The point of "%e" is the locale's. */
static void write_fraction(char to[static SCALE_LABEL_BYTES], double value)
{
	char text[32], digits[8];
	size_t n = 0;
	snprintf(text, sizeof(text), "%.5e", fabs(value));
	const char *exponent = strchr(text, 'e');
	for (const char *at = text; at < exponent && n + 1 < sizeof(digits); at++)
		if (*at >= '0' && *at <= '9')
			digits[n++] = *at;
	while (n > 1 && digits[n - 1] == '0')
		n--;
	digits[n] = '\0';
	write_number(to, digits, (int)strtol(exponent + 1, NULL, 10) - (int)n + 1, value < 0);
}

/* Imported x need not be whole. */
static void add_fraction(struct scale *scale, double value)
{
	if (scale->ticks_n == SCALE_TICKS_MAX)
		return;
	struct scale_tick *tick = &scale->ticks[scale->ticks_n++];
	tick->value = value;
	write_fraction(tick->label, value);
}

static void add_exact(struct scale *scale, double value)
{
	if (scale->ticks_n > 0 && !(scale->ticks[scale->ticks_n - 1].value < value))
		return;
	if (value == floor(value) && fabs(value) < 1e15)
		add_tick(scale, value, (struct step){1, 0});
	else
		add_fraction(scale, value);
}

/* A lone count has its neighbours beside it; huge ones so far that there are numbers between. */
static void widen_counts(struct scale *scale)
{
	double size = fmax(fabs(scale->low), fabs(scale->high));
	double extent = scale->high - scale->low;
	if (extent >= SCALE_SMALLEST && extent >= size * 1e-9)
		return;
	scale->low -= fmax(1, size * 1e-9);
	scale->high += fmax(1, size * 1e-9);
}

struct scale scale_counts(double lowest, double highest, const double *values, size_t values_n,
	unsigned about)
{
	assert(isfinite(lowest) && isfinite(highest) && lowest <= highest && about >= 2);
	struct scale scale = {.low = lowest, .high = highest}, all;
	bool whole = lowest == floor(lowest) && highest == floor(highest);
	widen_counts(&scale);
	all = scale;
	if (values_n > 0 && values_n <= SCALE_TICKS_MAX) {
		for (size_t i = 0; i < values_n; i++)
			add_exact(&scale, values[i]);
		if (scale.ticks_n >= 2)
			return scale;
		scale.ticks_n = 0;
	}
	struct step step = step_for(scale.high - scale.low, about);
	if (whole && step.power < 0)
		step = (struct step){1, 0};
	fill_ticks(&all, step);
	/* Round numbers too close to an end give way to it. */
	double near = 0.6 * step_value(step, 1);
	add_exact(&scale, scale.low);
	for (size_t i = 0; i < all.ticks_n && scale.ticks_n < SCALE_TICKS_MAX - 1; i++)
		if (all.ticks[i].value - scale.low > near && scale.high - all.ticks[i].value > near)
			add_exact(&scale, all.ticks[i].value);
	add_exact(&scale, scale.high);
	return scale;
}

struct scale scale_range(double low, double high, unsigned about)
{
	assert(isfinite(low) && isfinite(high) && low < high && about >= 2);
	struct scale scale = {.low = low, .high = high};
	write_fraction(scale.low_label, low);
	struct step step = step_for(high - low, about);
	do {
		fill_ticks(&scale, step);
		step = step_finer(step);
	} while (scale.ticks_n < 2);
	return scale;
}

/* 1, 2 and 5 times powers of ten, or the powers alone. */
static void fill_decades(struct scale *scale, bool between, int every)
{
	static const int factors[] = {1, 2, 5};
	int power = (int)floor(log10(scale->low)), last = (int)ceil(log10(scale->high));
	for (; power <= last; power += every)
		for (size_t i = 0; i < (between ? ARRAY_LENGTH(factors) : 1); i++) {
			double value = step_value((struct step){factors[i], power}, 1);
			if (value > scale->low && value < scale->high)
				add_tick(scale, 1, (struct step){factors[i], power});
		}
}

static void fill_powers(struct scale *scale, unsigned about)
{
	double octaves = log2(scale->high) - log2(scale->low), decades = octaves / log2(10);
	if (scale->low < 1 || octaves > 2 * about) {
		fill_decades(scale, decades < about / 3.0, 1 + (int)(decades / (2 * about + 1)));
		return;
	}
	for (double power = 1; power < scale->high; power *= 2)
		if (power > scale->low)
			add_exact(scale, power);
}

struct scale scale_log(double lowest, double highest, unsigned about)
{
	assert(lowest >= SCALE_SMALLEST / 2 && isfinite(highest) && lowest <= highest &&
		about >= 2);
	struct scale scale = {.low = lowest, .high = highest, .log = true};
	if (scale.high / scale.low - 1 < 1e-9) {
		scale.low /= 2;
		scale.high *= 2;
	}
	/* So little of a logarithm is hardly bent. */
	if (scale.high / scale.low < 4 && scale.high - scale.low >= SCALE_SMALLEST) {
		scale = scale_counts(scale.low, scale.high, NULL, 0, about);
		scale.log = true;
		return scale;
	}
	add_exact(&scale, scale.low);
	fill_powers(&scale, about);
	add_exact(&scale, scale.high);
	return scale;
}

static void add_text(struct scale *scale, double value, const char *text, size_t most_bytes)
{
	struct scale_tick *tick = &scale->ticks[scale->ticks_n++];
	char *clean = line_clean(text);
	bool whole = strlen(clean) <= most_bytes;
	tick->value = value;
	snprintf(tick->label, sizeof(tick->label), "%.*s%s",
		(int)text_utf8_fit(clean, whole ? most_bytes : most_bytes - strlen("…")), clean,
		whole ? "" : "…");
	free(clean);
}

struct scale scale_labels(double lowest, double highest, const char *const *labels, size_t n,
	size_t most_bytes)
{
	assert(isfinite(lowest) && isfinite(highest) && lowest <= highest && most_bytes >= 4 &&
		most_bytes < SCALE_LABEL_BYTES);
	struct scale scale = {.low = lowest, .high = highest};
	size_t first = (size_t)fmin(fmax(ceil(lowest), 1), (double)n + 1);
	size_t last = (size_t)fmin(fmax(floor(highest), 0), (double)n);
	size_t shown = last >= first ? last - first + 1 : 0;
	size_t every = 1 + shown / SCALE_TICKS_MAX;
	widen_counts(&scale);
	for (size_t i = first; i <= last; i += every)
		add_text(&scale, (double)i, labels[i - 1], most_bytes);
	if (scale.ticks_n == 0)
		add_text(&scale, (scale.low + scale.high) / 2, "", most_bytes);
	return scale;
}

double scale_unit(const struct scale *scale, double value)
{
	if (scale->log)
		return (log(value) - log(scale->low)) / (log(scale->high) - log(scale->low));
	return (value - scale->low) / (scale->high - scale->low);
}
