// SPDX-License-Identifier: Apache-2.0
import { authorChanges } from './author-changes.ts';

const path = 'stacks/kubevirt-stack/Pulumi.prod.yaml';
const file = (text: string) => new Map([[path, { id: text, text }]]);

const platform = (config: string) =>
  file(`config:
  kubevirt-stack:monitoring:
    alertmanager: { config: "${config}" }
  kubevirt-stack:cdi:
    importProxy: { HTTPProxy: "http://${config}.example.org" }
  kubevirt-stack:metallb:
    bgp: { peers: [{ name: a, password: ${config} }] }
`);

test('fields that the schema calls secrets are compared and never shown, whatever their names are', () => {
  const { files } = authorChanges([path], platform('canary-1'), platform('canary-2'));
  expect(files).toEqual([
    {
      file: 'kubevirt-stack/Pulumi.prod.yaml',
      kind: 'changed',
      fields: [
        { kind: 'secret', path: 'monitoring.alertmanager.config' },
        { kind: 'secret', path: 'cdi.importProxy.HTTPProxy' },
        { kind: 'secret', path: 'metallb.bgp.peers[a].password' },
      ],
    },
  ]);
});

test('a secret that is new in a file is not shown either', () => {
  const { files } = authorChanges([path], new Map(), platform('canary-1'));
  expect(files[0]?.fields?.length).toBe(3);
  expect(JSON.stringify(files)).not.toContain('canary');
});
