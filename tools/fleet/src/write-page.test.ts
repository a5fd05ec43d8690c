// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { Fleet } from './model.ts';
import { preparePage, writePage } from './write-page.ts';

const fleet: Fleet = {
  rings: { problem: 'a text with </script><script>alert(1)</script> in it' },
  environments: [],
  contradictions: [],
};

const page = await writePage(fleet);

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the attributes and text of every element with this tag. */
function contents(tag: string): { readonly attributes: string; readonly text: string }[] {
  const pattern = new RegExp(`<${tag}([^>]*)>([\\s\\S]*?)</${tag}>`, 'g');
  return [...page.matchAll(pattern)].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }));
}

test('the policy of the page allows its own style and script by their hashes, and nothing else', () => {
  const [style] = contents('style');
  const [data, script, ...more] = contents('script');
  expect(more).toEqual([]);
  expect(data?.attributes).toBe(' type="application/json" id="fleet"');
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  expect(policy).toBe(
    [
      "default-src 'none'",
      `script-src ${hashOf(script?.text ?? '')}`,
      `style-src ${hashOf(style?.text ?? '')}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  );
});

test('a page of the server may connect to its own server, and to nothing else', async () => {
  const served = (await preparePage('served'))(fleet);
  const [, policy = ''] =
    /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(served) ?? [];
  const rules = policy.split('; ').filter((rule) => !/^(script|style)-src/.test(rule));
  expect(rules).toEqual([
    "default-src 'none'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(served).toContain('new EventSource("/events")');
});

test('nothing in the page loads anything from anywhere', () => {
  expect(page).not.toMatch(/<(link|img|iframe|object|embed|base|video|audio|source)\b/i);
  expect(page).not.toMatch(/<[^>]+\s(src|srcset|style|on\w+)=/i);
  expect(contents('style')[0]?.text).not.toMatch(/url\(|@import/);
  const script = contents('script')[1]?.text ?? '';
  expect(script).not.toMatch(/\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import)\(/);
  // XML namespaces, which browsers do not load.
  const names = ['http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML'];
  const known = [...names, 'http://www.w3.org/1999/xhtml'];
  expect(script.match(/https?:\/\/[^"'`\s]+/g)?.filter((one) => !known.includes(one))).toEqual([]);
});

test('no text from a file can end the script that contains it', () => {
  const [data] = contents('script');
  expect(JSON.parse(data?.text ?? '')).toEqual(fleet);
});
