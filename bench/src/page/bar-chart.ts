// SPDX-License-Identifier: Apache-2.0

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

const width = 760;
const left = 110;
const right = 90;
const barHeight = 16;
const gap = 14;
const top = 64;

/** Colours that colour-blind people can distinguish. @see https://jfly.uni-koeln.de/color/ */
const colours = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00'];

/** Returns text as XML has it. */
export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Formats a number with at least three significant digits: 0.94, 12.3, 431. */
export function shortNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const colourOf = (series: readonly string[], name: string) =>
  colours[series.indexOf(name) % colours.length] ?? '#777777';

function legend(series: readonly string[]): string[] {
  return series.flatMap((name, index) => {
    const x = left + index * 130;
    return [
      `<rect x="${x}" y="36" width="12" height="12" fill="${colourOf(series, name)}"/>`,
      `<text x="${x + 18}" y="46">${escaped(name)}</text>`,
    ];
  });
}

/** Returns a chart with horizontal bars as self-contained SVG. */
export function renderBarChart({ groups, title, unit }: BarChart): string {
  const series = [...new Set(groups.flatMap(({ bars }) => bars.map((bar) => bar.series)))];
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)), 0.001);
  const scale = (value: number) => (value / most) * (width - left - right);
  const lines: string[] = [];
  let y = top;
  for (const { bars, name } of groups) {
    const middle = y + (bars.length * barHeight) / 2 + 4;
    lines.push(`<text x="${left - 8}" y="${middle}" text-anchor="end">${escaped(name)}</text>`);
    for (const { series: of, spread = 0, value } of bars) {
      const end = left + scale(value);
      const centre = y + barHeight / 2;
      lines.push(
        `<rect x="${left}" y="${y + 2}" width="${scale(value).toFixed(1)}" height="${barHeight - 4}" fill="${colourOf(series, of)}"/>`,
        `<line x1="${(end - scale(spread)).toFixed(1)}" x2="${(end + scale(spread)).toFixed(1)}" y1="${centre}" y2="${centre}" stroke="#333333"/>`,
        `<text x="${(end + scale(spread) + 6).toFixed(1)}" y="${centre + 4}">${shortNumber(value)}</text>`,
      );
      y += barHeight;
    }
    y += gap;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y + 8}" viewBox="0 0 ${width} ${y + 8}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="${left}" y="22" font-size="14" font-weight="bold">${escaped(`${title}, ${unit}`)}</text>`,
    ...legend(series),
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}
