// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import type { SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A map that is gone leaves positions in the bundle. */
function readMap(bundle: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that replaces, in a text, positions in a bundle by those in its sources. It reads
 * the source map when it first needs it.
 *
 * @param bundle - absolute path; its source map lies beside it.
 */
export function sourceNamer(bundle: string): (text: string) => string {
  const url = pathToFileURL(bundle).href;
  let map: SourceMap | undefined;
  const sourceOf = (whole: string, line: string, column: string): string => {
    map ??= readMap(bundle);
    const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
    if (found === undefined || !('originalSource' in found)) return whole;
    const source = pathToFileURL(resolve(dirname(bundle), found.originalSource)).href;
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  };
  return (text) =>
    text
      .split(url)
      .map((part, index) =>
        index === 0
          ? part
          : `${url}${part}`.replace(
              /^(.*?):(\d+):(\d+)/,
              (whole, file: string, line: string, column: string) =>
                file === url ? sourceOf(whole, line, column) : whole,
            ),
      )
      .join('');
}

/** Has the stack traces of this process name sources instead of the bundle. */
export function nameSourcesInTraces(bundle: string): void {
  const nameSources = sourceNamer(bundle);
  // Node's own.
  const usual = Error.prepareStackTrace.bind(Error);
  Error.prepareStackTrace = (error, frames) => nameSources(String(usual(error, frames)));
}
