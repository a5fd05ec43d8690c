// SPDX-License-Identifier: Apache-2.0
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateCdiOperator, generateKubevirtOperator } from './run-generator.ts';
import { testFolder } from '../test-folder.ts';

/** Makes a generator that logs its arguments and prints the number of the call. */
function fakeGenerator(body = '') {
  const directory = testFolder();
  const binary = join(directory, 'generator');
  const script = `#!/bin/sh\n${body}\necho "$*" >> calls\nset -- $(/usr/bin/wc -l < calls)\necho "pass $1"\n`;
  writeFileSync(binary, script);
  chmodSync(binary, 0o755);
  const module = { path: 'example.com/m', version: 'v1.2.3', hash: 'h1:x', directory };
  const calls = () =>
    readFileSync(join(directory, 'calls'), 'utf8')
      .trim()
      .split('\n')
      .map((call) =>
        call
          .replaceAll(directory, '<module>')
          .replaceAll(/[^\s=]*\/strata-manifests-\w+/g, '<work>'),
      );
  return { generation: { module, binary }, binary, calls };
}

test('the KubeVirt templator runs in the two passes of the release script', async () => {
  const { generation, calls } = fakeGenerator();
  expect(await generateKubevirtOperator(generation)).toBe('pass 2\n');
  expect(calls()).toEqual([
    '--process-files --generated-manifests-dir=<module>/manifests/generated/ ' +
      '--input-file=<module>/manifests/release/kubevirt-operator.yaml.in',
    '--process-vars --namespace=kubevirt --cdi-namespace=cdi ' +
      '--container-prefix=quay.io/kubevirt --container-tag=v1.2.3 ' +
      '--image-pull-policy=IfNotPresent --verbosity=2 --infra-replicas=0 ' +
      '--kubevirt-logo-path=<module>/assets/kubevirt_logo.png ' +
      '--input-file=<work>/kubevirt-operator.yaml.in.tmp',
  ]);
});

test('the CDI generator prints the objects first, then fills the release template', async () => {
  const { generation, calls } = fakeGenerator();
  const image = (option: string, name: string) =>
    `-${option}-image=quay.io/kubevirt/${name}:v1.2.3 `;
  const values =
    '-docker-repo=quay.io/kubevirt -docker-tag=v1.2.3 -operator-version=v1.2.3 ' +
    '-deploy-cluster-resources=true ' +
    image('operator', 'cdi-operator') +
    image('controller', 'cdi-controller') +
    image('importer', 'cdi-importer') +
    image('cloner', 'cdi-cloner') +
    image('apiserver', 'cdi-apiserver') +
    image('uploadproxy', 'cdi-uploadproxy') +
    image('uploadserver', 'cdi-uploadserver') +
    image('ovirt-populator', 'cdi-importer') +
    '-verbosity=1 -pull-policy=IfNotPresent -namespace=cdi';
  expect(await generateCdiOperator(generation)).toBe('pass 2\n');
  expect(calls()).toEqual([
    `-resource-type=operator -resource-group=everything ${values}`,
    `-template=<module>/manifests/templates/release/cdi-operator.yaml.in ${values} -cr-name=cdi ` +
      '-generated-manifests-path=<work>/generated',
  ]);
});

test("runs a generator without the caller's environment", async () => {
  const { generation } = fakeGenerator('if [ -n "$HOME$LANG$TZ" ]; then exit 1; fi');
  expect(await generateKubevirtOperator(generation)).toBe('pass 2\n');
});

test('names a generator that fails, with its last output', async () => {
  const { generation, binary } = fakeGenerator('echo "panic: no such template" >&2; exit 2');
  await expect(generateKubevirtOperator(generation)).rejects.toThrow(
    `${binary} failed for example.com/m@v1.2.3: panic: no such template`,
  );
});
