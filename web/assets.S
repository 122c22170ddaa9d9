/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of static/, byte for byte; asset.c names them. */
	.section .rodata

	.global asset_css_start, asset_css_end
asset_css_start:
	.incbin "static/schedlab.css"
asset_css_end:

	.global asset_app_start, asset_app_end
asset_app_start:
	.incbin "static/app.js"
asset_app_end:

	.global asset_icon_start, asset_icon_end
asset_icon_start:
	.incbin "static/icon.svg"
asset_icon_end:

	.section .note.GNU-stack, "", @progbits
