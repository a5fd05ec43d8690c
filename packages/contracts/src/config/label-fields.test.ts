// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from './read-config.ts';
import { kubevirtStackConfig } from './kubevirt-stack-config.ts';
import { formatPath } from './index.ts';

/** Returns the problems of a node selector of KubeVirt. */
function problems(nodeSelector: object): string[] {
  const { problems: found } = inspectConfig(kubevirtStackConfig, {
    project: 'kubevirt-stack',
    stack: 'sandbox',
    values: {
      'kubevirt-stack:kubevirt': JSON.stringify({ infra: { nodeSelector } }),
    },
    secretKeys: [],
  });
  return found
    .map(({ path, message }) => `${formatPath(path)}: ${message}`)
    .filter((line) => line.startsWith('kubevirt'));
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
    'kubevirt.infra.nodeSelector.https://example.org/a: wrong key; expected the key of a label, such as "example.org/rack"',
  ],
  [
    'a5:2:680:83::6c9a:56:52',
    'a',
    'kubevirt.infra.nodeSelector.a5:2:680:83::6c9a:56:52: wrong key; expected the key of a label, such as "example.org/rack"',
  ],
  [
    'rack',
    '210.150.235.242/9',
    'kubevirt.infra.nodeSelector.rack: expected a label value, got "210.150.235.242/9"',
  ],
  ['rack', 'a b', 'kubevirt.infra.nodeSelector.rack: expected a label value, got "a b"'],
])('rejects the label %s: %s', (key, value, message) => {
  expect(problems({ [key]: value })).toEqual([message]);
});
