// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import { LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns the text of a name as Alertmanager reads it, which may be a number; undefined if there is none,
 * or an empty one, which is the same.
 */
const nameOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value)
    : undefined;

interface Route {
  /** Its place in the configuration, such as `route.routes[0]`. */
  readonly place: string;
  readonly receiver: string | undefined;
}

/** Returns a route and those below it. */
function routesIn(value: unknown, place: string): Route[] {
  const { receiver, routes } = fieldsOf(value);
  return [
    { place, receiver: nameOf(receiver) },
    ...listOf(routes).flatMap((one, index) => routesIn(one, `${place}.routes[${index}]`)),
  ];
}

/** Returns the fields of a document; undefined if an alias stands for nothing. */
function contentOf(document: Document): Readonly<Record<string, unknown>> | undefined {
  try {
    return fieldsOf(document.toJS({ maxAliasCount: -1 }));
  } catch {
    return undefined;
  }
}

function problemsOf(text: string): string[] {
  const lines = new LineCounter();
  const options = { lineCounter: lines, merge: true, prettyErrors: false, strict: false } as const;
  const document = parseDocument(text, options);
  // Alertmanager reads the first of several documents.
  const error = document.errors.find(({ code }) => code !== 'MULTIPLE_DOCS');
  // Alertmanager's own parser also takes braces and brackets that go on at the start of a line.
  if (error?.code === 'BAD_INDENT' && error.message.startsWith('Flow')) return [];
  if (error !== undefined) return [`line ${lines.linePos(error.pos[0]).line} is no YAML; mend it`];
  const content = contentOf(document);
  if (content === undefined) return ['an alias has no anchor before it; mend it'];
  const { receivers, route } = content;
  if (route === undefined || route === null) return ['has no route; add one with a receiver'];
  const names = listOf(receivers).map((one) => nameOf(fieldsOf(one).name));
  const [root, ...others] = routesIn(route, 'route');
  if (root?.receiver === undefined) {
    return ['route has no receiver; add one for alerts that no other route takes'];
  }
  return [root, ...others]
    .filter(({ receiver }) => receiver !== undefined && !names.includes(receiver))
    .map(({ place }) => `${place}.receiver is none of receivers; correct it, or add the receiver`);
}

/**
 * Reports mistakes for which Alertmanager refuses its configuration. It would go on with the former one
 * until its pod starts again, and then not run. No message shows a part of the text: it is a secret.
 *
 * @param text - the configuration.
 * @see https://github.com/prometheus/alertmanager/blob/v0.33.1/config/config.go
 */
export function checkAlertmanager(text: string): Problem[] {
  return problemsOf(text).map((problem) => ({
    path: ['monitoring', 'alertmanager', 'config'],
    message: `Alertmanager would refuse it: ${problem}`,
  }));
}
