// SPDX-License-Identifier: Apache-2.0

/** How many milliseconds lie between two writes. */
export const writePause = 500;

/**
 * A shell script that writes lines `NUMBER MILLISECONDS` to a file, each number once: it goes on from
 * the last one on the disk. It prints a number once the line is on the disk, and writes a line `start`
 * whenever it is started.
 */
export function writerScript(file: string): string {
  return [
    `last=$(grep -v start ${file} | tail -n 1 | cut -d ' ' -f 1)`,
    'n=${last:-0}',
    `echo "start $(date +%s%3N)" >> ${file}`,
    'while :; do',
    '  n=$((n + 1))',
    `  echo "$n $(date +%s%3N)" >> ${file} && sync ${file} && echo "wrote $n"`,
    `  sleep ${writePause / 1_000}`,
    'done',
  ].join('\n');
}

/** The time between two lines that follow each other, in milliseconds since 1970. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Content of a volume that a {@link writerScript} has written to. */
export interface WrittenVolume {
  /** All numbers, in the order in which they stand there. */
  readonly numbers: readonly number[];
  /** How often the program was started. */
  readonly starts: number;
  /** The longest time between two lines that one run of the program wrote, in milliseconds. */
  readonly longestPause: number;
  /** Between the last line of each run and the first of the next. */
  readonly moves: readonly Gap[];
}

/**
 * Reads the text of the file.
 *
 * @param after - number of a line: pauses and moves are those after it. @default all
 */
export function readWrittenVolume(text: string, after = 0): WrittenVolume {
  const numbers: number[] = [];
  const pauses: number[] = [];
  const moves: Gap[] = [];
  let starts = 0;
  let isFirst = false;
  let last: number | undefined;
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [word = '', time = ''] = line.split(' ');
    if (word === 'start') {
      starts += 1;
      isFirst = true;
      continue;
    }
    const number = Number(word);
    numbers.push(number);
    const at = Number(time);
    if (last !== undefined && number > after) {
      if (isFirst) moves.push({ from: last, to: at });
      else pauses.push(at - last);
    }
    isFirst = false;
    last = at;
  }
  return { numbers, starts, longestPause: Math.max(0, ...pauses), moves };
}
