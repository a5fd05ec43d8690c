// SPDX-License-Identifier: Apache-2.0
import { parts } from '../trace/parts.ts';
import type { Part } from '../trace/parts.ts';
import type { OperationTrace } from '../trace/operation-trace.ts';
import { escaped, pictureWidth, renderPicture } from './picture.ts';
import type { Colours } from './picture.ts';
import { percent } from './trace-table.ts';

const left = 150;
const right = 70;
const laneHeight = 16;
const headHeight = 26;
const gap = 18;
const top = 40;

/** A span that is shorter than this many pixels would not be seen. */
const thinnest = 0.5;

/**
 * Colours on a light and on a dark page, that colour-blind people can distinguish; each lane has its
 * name beside it as well.
 *
 * @see https://jfly.uni-koeln.de/color/
 */
const colours: Readonly<Record<Part, Colours>> = {
  engine: ['#0072b2', '#56b4e9'],
  'language host': ['#b35900', '#e69f00'],
  'Node program': ['#007a5a', '#2fc79a'],
  'provider plug-ins': ['#a6508a', '#e19ac6'],
  'checkpoint writes': ['#c43c00', '#ff8a4c'],
  'API servers': ['#555555', '#c9c9c9'],
};

/** Lanes from the outermost part to the innermost. */
const lanes = parts.toReversed();

const classOf = (part: Part) => `l${lanes.indexOf(part)}`;

/** Returns a sentence of the shares, for people who do not see the picture. */
function said({ operation, shares }: OperationTrace): string {
  const largest = parts
    .toSorted((a, b) => shares[b] - shares[a])
    .filter((part) => shares[part] > 0)
    .map((part) => `${part} ${percent(shares[part])}`);
  return `${operation}: ${largest.join(', ')}.`;
}

function laneOf(trace: OperationTrace, part: Part, y: number): readonly string[] {
  const length = pictureWidth - left - right;
  const scale = (at: number) => (at / trace.milliseconds) * length;
  const bars = trace.spans[part].map(([begin, end]) => {
    const x = (left + scale(begin)).toFixed(1);
    const wide = Math.max(thinnest, scale(end - begin)).toFixed(1);
    return `M${x} ${y + 2}h${wide}v${laneHeight - 4}h-${wide}z`;
  });
  return [
    `<rect class="lane" x="${left}" y="${y + 2}" width="${length}" height="${laneHeight - 4}"/>`,
    `<text x="${left - 8}" y="${y + 12}" text-anchor="end">${escaped(part)}</text>`,
    ...(bars.length === 0 ? [] : [`<path class="${classOf(part)}" d="${bars.join('')}"/>`]),
    `<text x="${pictureWidth - right + 8}" y="${y + 12}">${percent(trace.shares[part])}</text>`,
  ];
}

/**
 * Returns a picture of when each part works, each operation as wide as all others, as
 * self-contained SVG for light and dark pages.
 */
export function renderTraceChart(title: string, operations: readonly OperationTrace[]): string {
  const lines: string[] = [];
  let y = top;
  for (const trace of operations) {
    lines.push(
      `<text x="${left}" y="${y + 16}" font-weight="bold">${escaped(trace.operation)}</text>`,
    );
    y += headHeight;
    for (const part of lanes) {
      lines.push(...laneOf(trace, part, y));
      y += laneHeight;
    }
    y += gap;
  }
  return renderPicture({
    title,
    said: operations.map(said).join(' '),
    left,
    height: y,
    fills: [
      ['lane', ['#eff1f3', '#21262d']],
      ...lanes.map((part) => [classOf(part), colours[part]] as const),
    ],
    lines,
  });
}
