// SPDX-License-Identifier: Apache-2.0
import { stackFile } from './programs.ts';
import { parseStackFileName } from './stack-file-name.ts';

test.each([
  ['Pulumi.prod.yaml', { stack: 'prod', environment: 'prod' }],
  ['Pulumi.prod.shop.yaml', { stack: 'prod.shop', environment: 'prod', cluster: 'shop' }],
  [
    'user-cluster/Pulumi.prod.shop.yaml',
    { program: 'user-cluster', stack: 'prod.shop', environment: 'prod', cluster: 'shop' },
  ],
  ['stacks/infra/Pulumi.prod-2.yaml', { program: 'infra', stack: 'prod-2', environment: 'prod-2' }],
  [
    'Pulumi.prod.shop.two.yaml',
    { stack: 'prod.shop.two', environment: 'prod', cluster: 'shop.two' },
  ],
])('takes %s apart', (path, parts) => {
  expect(parseStackFileName(path)).toEqual(parts);
});

test.each([
  'packages/infra/Pulumi.yaml',
  'Pulumi.prod.yml',
  'Pulumi.prod.yaml.orig',
  'xPulumi.prod.yaml',
  'capacity/prod.yaml',
  'Pulumi.prod.yaml/notes.md',
])('%s is the file of no stack', (path) => {
  expect(parseStackFileName(path)).toBeUndefined();
});

test('reads back what names the file of a stack', () => {
  const identity = { project: 'user-cluster', stack: 'prod.shop' };
  expect(parseStackFileName(stackFile(identity))).toMatchObject({
    program: identity.project,
    stack: identity.stack,
  });
});
