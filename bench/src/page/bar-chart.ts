// SPDX-License-Identifier: Apache-2.0
import { escaped, pictureWidth, renderPicture } from './picture.ts';
import type { Colours } from './picture.ts';

/** Bar of a group. */
export interface Bar {
  readonly series: string;
  readonly value: number;
  /** Half the length of the whisker. @default none */
  readonly spread?: number;
}

/** Bars that are drawn together. */
export interface Group {
  readonly name: string;
  readonly bars: readonly Bar[];
}

/** Content of a chart. */
export interface BarChart {
  readonly title: string;
  readonly unit: string;
  readonly groups: readonly Group[];
}

const left = 110;
const right = 90;
const barHeight = 16;
const gap = 14;
const top = 64;

/**
 * Colours on a light and on a dark page, that colour-blind people can distinguish, in the order of the
 * series; each bar has its number beside it as well.
 *
 * @see https://jfly.uni-koeln.de/color/
 */
const colours: readonly Colours[] = [
  ['#0072b2', '#56b4e9'],
  ['#b35900', '#e69f00'],
  ['#007a5a', '#2fc79a'],
  ['#a6508a', '#e19ac6'],
];

/** Formats a number with at least three significant digits: 0.94, 12.3, 431. */
export function shortNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const classOf = (index: number) => `s${index % colours.length}`;

function legend(series: readonly string[]): string[] {
  return series.flatMap((name, index) => {
    const x = left + index * 130;
    return [
      `<rect class="${classOf(index)}" x="${x}" y="36" width="12" height="12"/>`,
      `<text x="${x + 18}" y="46">${escaped(name)}</text>`,
    ];
  });
}

/** Returns the numbers of a group as a sentence, for people who do not see the picture. */
const said = ({ bars, name }: Group) =>
  `${name}: ${bars.map(({ series, value }) => `${series} ${shortNumber(value)}`).join(', ')}.`;

/** Returns a chart with horizontal bars as self-contained SVG for light and dark pages. */
export function renderBarChart({ groups, title, unit }: BarChart): string {
  const series = [...new Set(groups.flatMap(({ bars }) => bars.map((bar) => bar.series)))];
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)), 0.001);
  const scale = (value: number) => (value / most) * (pictureWidth - left - right);
  const lines: string[] = [];
  let y = top;
  for (const { bars, name } of groups) {
    const middle = y + (bars.length * barHeight) / 2 + 4;
    lines.push(`<text x="${left - 8}" y="${middle}" text-anchor="end">${escaped(name)}</text>`);
    for (const { series: of, spread = 0, value } of bars) {
      const [end, half] = [left + scale(value), scale(spread)];
      const centre = y + barHeight / 2;
      lines.push(
        `<rect class="${classOf(series.indexOf(of))}" x="${left}" y="${y + 2}" width="${scale(value).toFixed(1)}" height="${barHeight - 4}"/>`,
        `<rect class="spread" x="${(end - half).toFixed(1)}" y="${centre - 0.5}" width="${(2 * half).toFixed(1)}" height="1"/>`,
        `<text x="${(end + half + 6).toFixed(1)}" y="${centre + 4}">${shortNumber(value)}</text>`,
      );
      y += barHeight;
    }
    y += gap;
  }
  return renderPicture({
    title: `${title}, ${unit}`,
    said: groups.map(said).join(' '),
    left,
    height: y + 8,
    fills: [
      ...colours.map((pair, index) => [classOf(index), pair] as const),
      ['spread', ['#333333', '#c9c9c9']],
    ],
    lines: [...legend(series), ...lines],
  });
}
