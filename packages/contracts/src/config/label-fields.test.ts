// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { formatPath, inspectConfig } from './index.ts';
import { labels } from './label-fields.ts';

const schema = z.strictObject({ nodes: labels('a mapping of labels to their values') });

/** Returns the problems of some labels. */
function problems(nodes: object): string[] {
  const { problems: found } = inspectConfig(schema, {
    project: 'kubevirt-stack',
    stack: 'sandbox',
    values: { 'kubevirt-stack:nodes': JSON.stringify(nodes) },
    secretKeys: [],
  });
  return found.map(({ path, message }) => `${formatPath(path)}: ${message}`);
}

test('accepts labels that Kubernetes accepts', () => {
  expect(
    problems({ rack: 'a', 'example.org/zone': '', 'node-role.kubernetes.io/infra': '' }),
  ).toEqual([]);
});

// Found by generated configurations: KubeVirt's webhook refused these during the update.
test.each([
  [
    'https://example.org/a',
    'a',
    'nodes.https://example.org/a: wrong key; expected the key of a label, such as "example.org/rack"',
  ],
  [
    'a5:2:680:83::6c9a:56:52',
    'a',
    'nodes.a5:2:680:83::6c9a:56:52: wrong key; expected the key of a label, such as "example.org/rack"',
  ],
  [
    'a..b/x',
    'a',
    'nodes.a..b/x: wrong key; expected the key of a label, such as "example.org/rack"',
  ],
  [
    `${'a'.repeat(254)}/x`,
    'a',
    `nodes["${'a'.repeat(57)}..."]: wrong key; expected the key of a label, such as "example.org/rack"`,
  ],
  [
    'rack',
    '210.150.235.242/9',
    'nodes.rack: expected a label value: at most 63 letters, digits, dashes, dots and underscores, got "210.150.235.242/9"',
  ],
  [
    'rack',
    'a b',
    'nodes.rack: expected a label value: at most 63 letters, digits, dashes, dots and underscores, got "a b"',
  ],
])('rejects the label %s: %s', (key, value, message) => {
  expect(problems({ [key]: value })).toEqual([message]);
});
