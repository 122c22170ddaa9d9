/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What schedlab and schedlab-worker say to each other: lines of ASCII, the same whether the
 * worker is a child (request in its arguments, replies on its stdout) or the init of a guest
 * (both on a serial port). libc only: this file is compiled into both programs.
 *
 * Every line is framed as "<payload> *<crc>\n", crc being CRC-32 (the zlib/Ethernet polynomial,
 * reflected 0xEDB88320) of the payload as eight lower-case hex digits. A line without a right
 * frame is not ours: kernel noise, half a line, garbage.
 *
 * Requests (host to guest init):
 *   launch KEY=VALUE …        run one launch; keys below, values without blanks
 *   facts PATTERN …           send the files these glob patterns name; as often as needed
 *   off                       power off
 *
 * The worker as a child takes the same words as arguments: schedlab-worker launch KEY=VALUE …
 *   workload=ring|messaging|pingpong
 *   count=N          processes or groups (pingpong: not used)
 *   cpus=0-1         bind to these CPUs; absent: leave the mask alone
 *   time_ns=N        length of one timed interval (default 10 ms), or
 *   trips=N          operations in one timed interval
 *   inner=N          timed intervals (default 11; messaging: always one, so not used)
 *   loops=N          messaging: messages per sender and receiver (default 100)
 *   transport=sockets|pipes      messaging (default sockets)
 *   deadline_ms=N    the whole launch is given up after this time (default one minute)
 *   parent=PID       child only: die if this is not the parent's pid
 *   layout=N         draw the memory layout from this number (absent: leave it alone)
 *   aslr=off         beside layout: the kernel draws no addresses, so the number is all of it
 *   policy=NAME[:N]  scheduling policy: other, batch, idle, nice:N, fifo:N, rr:N
 * or schedlab-worker command KEY=VALUE … -- PROGRAM ARGUMENT …, child only, with the keys cpus,
 * deadline_ms, parent, layout, aslr and policy. The program's stdout and stderr go to the worker's
 * stdout between its own lines: mask before it; after it "ended WORDS" (how it ended), then done.
 *
 * Replies of a launch, in this order:
 *   mask 0-1                        the affinity mask it really has, read back
 *   overhead ELAPSED_NS OPS         one a timed overhead interval (ring only)
 *   interval ELAPSED_NS OPS         one a timed interval
 *   usage NVCSW NIVCSW              context switches of all members (see below)
 *   done                            everything above is whole
 * or, at any point, the last line:
 *   fail REASON …                   one line of words: "fork of process 17 of 64: Resource …"
 *   timeout REASON …                the deadline passed
 * No process of the launch is left when its last line is sent; a child exits with 0 exactly
 * after "done". All lines but mask come at the end: nothing is written while something is timed.
 *
 * An operation is one trip round the ring (N hops), one pingpong loop (there and back), one
 * whole messaging run; of an overhead interval it is one write and one read within a process.
 * With trips=N an overhead interval has N × count of them: as many as the ring has hops.
 * usage sums voluntary and involuntary switches over the members' whole lives, fork to exit,
 * so calibration, warm-up and untimed trips are in it; the timing process counts from just
 * before the first fork where it is a member (ring, pingpong) and not at all where it is not.
 *
 * Guest init on start: hello PROTOCOL_VERSION BOOT_ID RELEASE
 * Reply to facts: for each file "file PATH SIZE" followed by lines "data BASE64" that together
 * hold SIZE bytes, or "missing PATH" (a pattern that names nothing, a file that cannot be read
 * or is larger than 1 MiB); folders are left out; at the end "facts-end".
 * A request that is none is answered with "fail protocol: …".
 * After each request but off, when its last line was sent and no process of it is left, init
 * says "ready" (also once after hello). "left N" before it: N processes had to be killed.
 * When init itself cannot go on it says "fail init: …" and powers off.
 */
#ifndef RUNNER_PROTOCOL_H
#define RUNNER_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROTOCOL_VERSION 1
#define PROTOCOL_LINE_BYTES 4096 /* frame and newline included */
#define PROTOCOL_FRAME_BYTES 11  /* " *xxxxxxxx\n" */
#define PROTOCOL_PAYLOAD_BYTES (PROTOCOL_LINE_BYTES - PROTOCOL_FRAME_BYTES)

/*
 * Formats one framed line (with its newline) and writes it whole to fd. A payload too long is
 * cut; control characters in it become blanks. False with errno where the write failed.
 */
bool protocol_send(int fd, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Checks the frame of a line (its newline may be there or not) and cuts it off, so that `line`
 * holds the payload. False, and the line as it was, where the frame is not right.
 */
bool protocol_unframe(char *line);

uint32_t protocol_crc(const void *bytes, size_t length);

#endif
