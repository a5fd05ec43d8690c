// SPDX-License-Identifier: Apache-2.0
import { build } from 'esbuild';
import { join } from 'node:path';
import type { ComparedFleet } from '../change-model.ts';

/** Characters that browsers and renderers write as entities in text. */
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
};

/** Tag, whose attributes may contain ">". */
const tag = /<(?:"[^"]*"|[^>"])*>/;

/** Returns the texts in HTML, in their order, without tags. */
export function textsOf(html: string): string[] {
  return html
    .split(tag)
    .map((text) =>
      text
        .replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity)
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '');
}

/** Renders a view of a fleet as HTML. */
type RenderView = (fleet: ComparedFleet, hash: string) => string;

/** Compiles the components, and returns a function that returns the texts of a view. */
export async function prepareTexts(): Promise<(fleet: ComparedFleet, hash: string) => string[]> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../page/render-view.tsx')],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: 'es2024',
    logLevel: 'silent',
  });
  const script = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const { renderView } = (await import(`data:text/javascript;base64,${script}`)) as {
    readonly renderView: RenderView;
  };
  return (fleet, hash) => textsOf(renderView(fleet, hash));
}
