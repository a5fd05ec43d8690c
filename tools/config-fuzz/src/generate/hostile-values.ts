// SPDX-License-Identifier: Apache-2.0
import { canary } from './secret-texts.ts';

const deep = (levels: number): unknown => (levels === 0 ? 'deep' : [deep(levels - 1)]);

/**
 * Returns an object with an own property of this name, even if every object inherits such a
 * property.
 */
const own = (key: string, value: unknown) => Object.fromEntries([[key, value]]);

/** Names that JavaScript, Pulumi, YAML or terminals treat in a special way. */
export const hostileKeys: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'],
  ...['then', 'toJSON', 'length', 'secure', 'default', 'undefined', 'null'],
  ...['', ' ', '0', 'a.b', 'a[0]', 'a:b', 'a"b', '<<', '*', '& x', '!!str', '#', '? x'],
  ...['a\nb', '  config.infra:all is well', '\u001b[2J', '\u202Eabc', '😀', '\u0000', 'ключ'],
  'k'.repeat(1_000),
];

/** Values that might crash the code behind some field. */
export const hostileValues: readonly unknown[] = [
  ...[null, true, -1, 0, 1.5, 1e308, -0, 2 ** 53, 1e21],
  ...['', ' ', 'null', '~', 'Infinity', 'NaN', '0x10', '1_000', '1e1000', '٣', '2026-01-01'],
  ...['\u0000', '\u001b[31mred', 'a\nb: c', 'a\r\nb', '\u0085', '\u2028', '\u202Eabc', '\ud800'],
  ...['😀', 'é'.normalize('NFD'), '\ufeff', 'ß'.repeat(300)],
  // Texts that YAML, shells, templates or paths would interpret.
  ...['*alias', '&anchor x', '!!binary x', "!!js/function 'x'", '<<: *x', '- a\n- b', '|', '> x'],
  ...['${HOME}', '$(id)', '`id`', '"; id #', "' ; id '", '\n---\nkind: Pod', '{{ .Values }}'],
  ...['../../etc/passwd', '/dev/zero', '%s%n', '<script>', '__proto__', 'constructor'],
  ...[[], {}, [[]], [null], [{}], { '': '' }, deep(200), Array.from({ length: 500 }, () => 'x')],
  ...[own('__proto__', { polluted: true }), own('constructor', { prototype: {} })],
  ...[{ toString: 'x' }, { toJSON: 'x' }, { then: 'x' }, { length: -1 }, { secure: 5 }],
  ...['x'.repeat(100_000), '10.0.0.0/'.repeat(100), '-'.repeat(300), '0'.repeat(400)],
];

/** Encrypted values for fields that are not secrets. */
export const misplacedSecrets: readonly unknown[] = [
  ...[{ secure: canary }, [{ secure: canary }], { name: { secure: canary } }],
];
