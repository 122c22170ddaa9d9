# SPDX-License-Identifier: GPL-2.0-or-later
# The peer of ci/bench-chart.c: the same chart, as many times, in one process.
# Usage: gnuplot -e "folder='DIR'; charts=60" ci/bench-chart.gp
set terminal pngcairo size 1000,600
set style fill transparent solid 0.17 noborder
set grid ytics
set key outside
set title "ring, bound: as lat\\_ctx -s 0 N"
set xlabel "processes"
set ylabel "us per switch, lower is better"
names = "6.1 6.1-cloud 6.1-rt"
do for [chart = 0:charts - 1] {
	if (chart % 2) { set yrange [*:*] } else { set yrange [0:*] }
	set output sprintf("%s/%s.png", folder, chart % 2 ? "zoom" : "zero")
	plot for [i = 0:2] sprintf("%s/%d.dat", folder, i) using 1:3:4 with filledcurves \
			linecolor i + 1 notitle, \
		for [i = 0:2] sprintf("%s/%d.dat", folder, i) using 1:2 with linespoints \
			linecolor i + 1 pointtype i + 5 pointinterval 13 title word(names, i + 1)
}
