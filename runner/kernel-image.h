/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel inside a bzImage (Documentation/arch/x86/boot.rst; its release is
 * machine_kernel_release() of machine.h).
 */
#ifndef RUNNER_KERNEL_IMAGE_H
#define RUNNER_KERNEL_IMAGE_H

#include "model/error.h"

/*
 * The kernel proper, decompressed, where it can be started as it is (an ELF file with a PVH
 * entry). An emulated CPU takes 3 to 5 s to unpack xz, this one 0.4 s. In memory: a descriptor
 * for the caller to close, or -1 where only the whole image will do.
 */
int kernel_image_unpack(const char *path);

#endif
