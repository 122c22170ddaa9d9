# SPDX-License-Identifier: GPL-2.0-or-later
#
# One Makefile, out of tree. `make` builds, `make demo` measures three kernels and serves the
# result, `make check` tests. Variables:
#   O=DIR        where everything that is built goes (default build)
#   DEV=1        warnings are errors, and there are more of them
#   SAN=LIST     sanitizers, e.g. make O=build/asan SAN=address,undefined check
#   PREFIX= DESTDIR=   for install and uninstall
#   SERVE=0      demo: leave after measuring;  PORT=N: where it serves
# Kernels for demo and tests stay in build/kernels/ whatever O= is, and clean leaves them.

O ?= build
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBEXECDIR ?= $(PREFIX)/libexec/schedlab
SHAREDIR ?= $(PREFIX)/share/schedlab
DOCDIR ?= $(PREFIX)/share/doc/schedlab
MANDIR ?= $(PREFIX)/share/man
COMPLETIONDIR ?= $(PREFIX)/share/bash-completion/completions
UNITDIR ?= $(PREFIX)/lib/systemd/system
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
SERVE ?= 1
PORT ?= 8080
CC = gcc
AR = gcc-ar
PKG_CONFIG ?= pkg-config
INSTALL ?= install
KERNELS := build/kernels
VERSION := 0.1

# One short line a step; V=1 shows the whole commands.
ifdef V
say =
else
.SILENT:
say = @echo '  $(1)  $(2)'
endif

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all check demo bench deps kernels install uninstall clean

# ---- flags ---------------------------------------------------------------------------------

CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wformat=2 -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wpointer-arith -Wundef -Wvla -Werror=deprecated-declarations
ifdef DEV
WARNINGS += -Werror -Wcast-qual -Wwrite-strings -Wnull-dereference -Wduplicated-cond \
	-Wlogical-op -Wold-style-definition -Wimplicit-fallthrough
endif
HARDENING := -fstack-protector-strong -fstack-clash-protection -fcf-protection
ifdef SAN
SANITIZE := -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer
else
HARDENING += -D_FORTIFY_SOURCE=2
endif
BASE := -std=c17 -D_GNU_SOURCE -I. -ffile-prefix-map=$(CURDIR)=. -MMD -MP \
	$(WARNINGS) $(HARDENING)

# Which libraries each folder may use; the include graph is held by ci/include-graph.sh.
PKG_model := sqlite3 libcyaml yaml-0.1 jansson libsodium libRmath zlib libxml-2.0 libarchive
PKG_runner := hwloc libarchive zlib libcurl
PKG_render := cairo pangocairo pangofc pangoft2 libdeflate
PKG_web := libmicrohttpd jansson libsodium libdeflate libsystemd
PKG_ALL := $(PKG_model) $(PKG_runner) $(PKG_render) $(PKG_web)

# libRmath.pc names a folder that Debian's header is not in.
pkg_cflags = $(filter-out -I/usr/share/R/include,$(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null))
CFLAGS_model := $(call pkg_cflags,$(PKG_model))
CFLAGS_runner := $(call pkg_cflags,$(PKG_runner))
CFLAGS_render := $(call pkg_cflags,$(PKG_render))
CFLAGS_web := $(call pkg_cflags,$(PKG_web))
CFLAGS_cli := -DSCHEDLAB_LIBEXEC='"$(LIBEXECDIR)"'
LIBS := $(shell $(PKG_CONFIG) --libs $(PKG_ALL) 2>/dev/null) -lm
LDFLAGS_ALL = $(LDFLAGS) $(SANITIZE) -pie -Wl,-z,relro,-z,now

# ---- what there is -------------------------------------------------------------------------

FOLDERS := model model/formats runner render web cli
sources = $(wildcard $(1)/*.c) $(wildcard $(1)/*.S)
objects = $(patsubst %,$(O)/%.o,$(patsubst %.c,%,$(1)))

OBJ_model := $(call objects,$(call sources,model) $(call sources,model/formats))
OBJ_runner := $(call objects,$(call sources,runner))
OBJ_render := $(call objects,$(call sources,render))
OBJ_web := $(call objects,$(call sources,web))
OBJ_cli := $(call objects,$(call sources,cli))
OBJ_worker := $(patsubst %.c,$(O)/%.static.o,$(wildcard runner/worker/*.c) runner/protocol.c)

# A unit test is named after the folder it tests and links that folder and those below it.
TEST_SOURCES := $(wildcard tests/*.c)
TESTS := $(patsubst tests/%.c,$(O)/tests/%,$(TEST_SOURCES))

all: $(O)/schedlab $(O)/schedlab-worker

$(O)/lib%.a:
	$(call say,AR  ,$@)
	mkdir -p $(@D) && rm -f $@ && $(AR) rcs $@ $^
$(O)/libmodel.a: $(OBJ_model)
$(O)/librunner.a: $(OBJ_runner)
$(O)/librender.a: $(OBJ_render)
$(O)/libweb.a: $(OBJ_web)

$(O)/schedlab: $(OBJ_cli) $(O)/libweb.a $(O)/librender.a $(O)/librunner.a $(O)/libmodel.a
	$(call say,LINK,$@)
	$(CC) $(CFLAGS) $(LDFLAGS_ALL) -o $@ $^ $(LIBS)

# The worker is one static program of libc alone: it is also the init of a guest. Never with
# sanitizers: it is timed, and static.
$(O)/schedlab-worker: $(OBJ_worker)
	$(call say,LINK,$@)
	$(CC) $(CFLAGS) $(LDFLAGS) -static -o $@ $^

$(O)/%.static.o: %.c $(O)/flags
	$(call say,CC  ,$<)
	mkdir -p $(@D)
	$(CC) $(BASE) $(CFLAGS) $(CPPFLAGS) -DSCHEDLAB_VERSION='"$(VERSION)"' -c -o $@ $<

folder = $(firstword $(subst /, ,$(1)))
$(O)/%.o: %.c $(O)/flags
	$(call say,CC  ,$<)
	mkdir -p $(@D)
	$(CC) $(BASE) $(SANITIZE) $(CFLAGS_$(call folder,$<)) -fPIE $(CFLAGS) $(CPPFLAGS) \
		-DSCHEDLAB_VERSION='"$(VERSION)"' -c -o $@ $<

$(O)/%.S.o: %.S
	$(call say,CC  ,$<)
	mkdir -p $(@D)
	$(CC) -I. -MMD -MP -c -o $@ $<
# .incbin is invisible to -MMD.
$(O)/web/assets.S.o: $(wildcard static/*)

# Other flags, other objects: the file is as old as the flags are the same. (To delete the objects
# instead would be too late for the one that make has looked at already.)
FLAGS_NOW := $(CC) $(BASE) $(SANITIZE) $(CFLAGS) $(CPPFLAGS) $(VERSION) $(PREFIX) $(LIBS)
$(O)/flags: FORCE
	mkdir -p $(@D)
	printf '%s\n' '$(subst ','\'',$(FLAGS_NOW))' | cmp -s - $@ || \
		printf '%s\n' '$(subst ','\'',$(FLAGS_NOW))' > $@
FORCE:

test_libs = $(O)/lib$(1).a $(if $(filter web,$(1)),$(O)/librender.a) \
	$(if $(filter-out model,$(1)),$(O)/libmodel.a)
.SECONDEXPANSION:
$(TESTS): $(O)/tests/%: $(O)/tests/%.o $$(call test_libs,$$(firstword $$(subst -, ,$$*)))
	$(call say,LINK,$@)
	$(CC) $(CFLAGS) $(LDFLAGS_ALL) -o $@ $^ $(LIBS) -lcmocka
$(O)/tests/%.o: tests/%.c $(O)/flags
	$(call say,CC  ,$<)
	mkdir -p $(@D)
	$(CC) $(BASE) $(SANITIZE) -fPIE $(CFLAGS) $(CPPFLAGS) -c -o $@ $<

# Programs of the bench, beside what they measure.
BENCHES := $(patsubst %.c,$(O)/%,$(wildcard ci/*.c))
$(BENCHES): $(O)/ci/%: $(O)/ci/%.o $(O)/libweb.a $(O)/librender.a $(O)/librunner.a $(O)/libmodel.a
	$(call say,LINK,$@)
	$(CC) $(CFLAGS) $(LDFLAGS_ALL) -o $@ $^ $(LIBS)

-include $(shell find $(O) -name '*.d' 2>/dev/null)

# ---- set-up, tests, demo -------------------------------------------------------------------

deps:
	ci/deps.sh

kernels:
	ci/kernels.sh $(KERNELS)

# deps may install the compiler's libraries, so everything after it is a make of its own.
check: deps kernels
	$(MAKE) O=$(O) all tests
	O=$(O) ci/check.sh

.PHONY: tests benches
tests: $(TESTS)
benches: $(BENCHES)

demo: deps kernels
	$(MAKE) O=$(O) all
	O=$(O) SERVE=$(SERVE) PORT=$(PORT) ci/demo.sh

bench: deps kernels
	$(MAKE) O=$(O) all benches $(O)/tests/web-site
	O=$(O) ci/bench.sh

UNITS := $(notdir $(wildcard systemd/*.service systemd/*.timer))

install: all
	$(INSTALL) -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBEXECDIR) $(DESTDIR)$(SHAREDIR)/plans $(DESTDIR)$(DOCDIR)
	$(INSTALL) -m 755 $(O)/schedlab $(DESTDIR)$(BINDIR)/schedlab
	$(INSTALL) -m 755 $(O)/schedlab-worker $(DESTDIR)$(LIBEXECDIR)/schedlab-worker
	$(INSTALL) -m 644 $(wildcard plans/*.yaml) $(DESTDIR)$(SHAREDIR)/plans
	for folder in plans/*/*/; do \
		$(INSTALL) -d $(DESTDIR)$(SHAREDIR)/$$folder && \
		$(INSTALL) -m 644 $$folder* $(DESTDIR)$(SHAREDIR)/$$folder || exit 1; \
	done
	$(INSTALL) -m 644 README.md LICENSE docs/nginx.conf $(DESTDIR)$(DOCDIR)
	$(INSTALL) -d $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(MANDIR)/man5 $(DESTDIR)$(COMPLETIONDIR)
	$(INSTALL) -m 644 man/schedlab.1 $(DESTDIR)$(MANDIR)/man1
	$(INSTALL) -m 644 man/schedlab-plan.5 $(DESTDIR)$(MANDIR)/man5
	$(INSTALL) -m 644 completion/schedlab.bash $(DESTDIR)$(COMPLETIONDIR)/schedlab
	$(INSTALL) -d $(DESTDIR)$(UNITDIR) $(DESTDIR)$(SYSUSERSDIR)
	$(INSTALL) -m 755 systemd/nightly $(DESTDIR)$(LIBEXECDIR)/nightly
	$(INSTALL) -m 644 systemd/schedlab.sysusers $(DESTDIR)$(SYSUSERSDIR)/schedlab.conf
	for unit in $(UNITS); do \
		sed 's|@BINDIR@|$(BINDIR)|; s|@LIBEXECDIR@|$(LIBEXECDIR)|; s|@SHAREDIR@|$(SHAREDIR)|' \
			systemd/$$unit > $(DESTDIR)$(UNITDIR)/$$unit || exit 1; \
	done

uninstall:
	rm -f $(DESTDIR)$(BINDIR)/schedlab $(DESTDIR)$(LIBEXECDIR)/schedlab-worker
	rm -f $(DESTDIR)$(MANDIR)/man1/schedlab.1 $(DESTDIR)$(MANDIR)/man5/schedlab-plan.5 \
		$(DESTDIR)$(COMPLETIONDIR)/schedlab
	rm -f $(addprefix $(DESTDIR)$(UNITDIR)/,$(UNITS)) $(DESTDIR)$(SYSUSERSDIR)/schedlab.conf
	rm -rf $(DESTDIR)$(LIBEXECDIR) $(DESTDIR)$(SHAREDIR) $(DESTDIR)$(DOCDIR)

# Only what this Makefile made: never build/kernels, never an O= that is not ours.
clean:
	if [ -e $(O)/flags ]; then \
		rm -rf $(O)/cli $(O)/model $(O)/runner $(O)/render $(O)/web $(O)/ci $(O)/tests $(O)/check \
			$(O)/schedlab $(O)/schedlab-worker $(O)/*.a $(O)/flags; \
	fi
