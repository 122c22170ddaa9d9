/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one font of every chart, in the program itself: DejaVu Sans 2.37 (fonts-dejavu-core).
 * A picture then depends on nothing that is installed where it is drawn.
 */
	.section .rodata
	.balign 16
	.global font_dejavu
	.type font_dejavu, @object
font_dejavu:
	.incbin "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
	.global font_dejavu_end
	.type font_dejavu_end, @object
font_dejavu_end:
	.size font_dejavu, font_dejavu_end - font_dejavu

	.section .note.GNU-stack, "", @progbits
