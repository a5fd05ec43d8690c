// SPDX-License-Identifier: Apache-2.0
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '../test-folder.ts';
import { renderChart } from './render-chart.ts';

const source = {
  from: 'chart',
  module: 'example.com/m',
  path: 'charts/a',
  release: 'a',
  namespace: 'a-system',
  kubeVersion: '1.35.4',
  values: { image: { tag: 'v1.0.0' } },
} as const;

/** Makes a helm that saves its arguments and values, and prints the given text. */
function fakeHelm(print: string) {
  const directory = testFolder();
  const binary = join(directory, 'helm');
  const script = [
    '#!/bin/sh',
    `echo "$*" >> ${directory}/calls`,
    `for a in "$@"; do case $a in --values=*) /bin/cp "\${a#--values=}" ${directory}/values;; esac; done`,
    print,
  ];
  writeFileSync(binary, script.join('\n'));
  chmodSync(binary, 0o755);
  const module = { path: 'example.com/m', version: 'v1.0.0', hash: 'h1:x', directory };
  return { directory, rendering: { source, module, binary } };
}

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }';

test('renders a chart with its values, for one Kubernetes version, without hooks', async () => {
  const { directory, rendering } = fakeHelm(`echo '${configMap}'`);
  await renderChart(rendering);
  const [call = ''] = readFileSync(join(directory, 'calls'), 'utf8').split('\n');
  expect(call.replaceAll(directory, '<module>').replace(/=\S*\/values\.json/, '=<values>')).toBe(
    'template a <module>/charts/a --namespace=a-system --kube-version=1.35.4 --values=<values> ' +
      '--include-crds --no-hooks',
  );
  expect(readFileSync(join(directory, 'values'), 'utf8')).toBe('{"image":{"tag":"v1.0.0"}}');
});

test('returns objects with their namespace and without fields that have no value', async () => {
  const { rendering } = fakeHelm(`echo '${configMap}\ndata: { empty: , list: [ { b: } ] }'`);
  expect(await renderChart(rendering)).toEqual([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a-system' } },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'a-system' },
      data: { list: [{}] },
    },
  ]);
});

test('refuses a chart whose output differs at each rendering', async () => {
  const { directory, rendering } = fakeHelm('');
  writeFileSync(
    join(directory, 'helm'),
    `#!/bin/sh\necho '${configMap}'\necho "data: { a: n$$ }"\n`,
  );
  await expect(renderChart(rendering)).rejects.toThrow(
    'example.com/m@v1.0.0/charts/a renders differently each time: set values that keep it from ' +
      'making certificates or passwords',
  );
});

test("reports Helm's own message when it fails", async () => {
  const { rendering } = fakeHelm('echo "Error: no such chart" >&2; exit 1');
  await expect(renderChart(rendering)).rejects.toThrow(
    'helm failed for example.com/m@v1.0.0/charts/a: Error: no such chart',
  );
});
