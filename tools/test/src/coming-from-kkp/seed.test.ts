// SPDX-License-Identifier: Apache-2.0
import { createTree } from '@nx/devkit/testing';
import { renderFile } from '@strata/config-fuzz';
import { generateEnvironment } from '@strata/nx-pulumi';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { exampleConfig, valueAt } from './example.ts';

type Config = Readonly<Record<string, unknown>>;

/** The datacenter of KKP's guide to KubeVirt, with the DNS settings that it recommends. */
const seed = `apiVersion: kubermatic.k8c.io/v1
kind: Seed
metadata: { name: kubermatic }
spec:
  datacenters:
    kubevirt:
      spec:
        kubevirt:
          dnsPolicy: None
          dnsConfig:
            nameservers: [8.8.4.4]
            searches: [example.com]
            options: [{ name: ndots, value: "2" }]
          customNetworkPolicies:
            - name: allow-external-traffic
              spec:
                policyTypes: [Ingress]
                ingress: [{ from: [{ ipBlock: { cidr: 10.200.10.0/24 } }] }]
          images: { http: { operatingSystems: { ubuntu: { "22.04": http://10.109.79.210/ubuntu.img } } } }
          infraStorageClasses: [{ name: rook-ceph-block, isDefaultClass: true }]
`;

const platform = { project: 'kubevirt-stack', stack: 'from-kkp' } as const;

/** Configuration of the platform that `new environment --from-kkp-seed` makes of it. */
let config: Config;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'kkp-seed-'));
  const fromKkpSeed = join(folder, 'seed.yaml');
  writeFileSync(fromKkpSeed, seed);
  const log = jest.spyOn(console, 'log').mockReturnValue(undefined);
  const tree = createTree();
  generateEnvironment(tree, {
    name: 'lab',
    storageClass: 'rook-ceph-block',
    endpoints: '10.60.8.10-10.60.8.99',
    loadBalancers: '10.60.8.100-10.60.8.199',
    fromKkpSeed,
  });
  log.mockRestore();
  rmSync(folder, { recursive: true });
  const text = tree.read('stacks/kubevirt-stack/Pulumi.lab.yaml', 'utf8') ?? '';
  const file = parse(text) as { readonly config: Config };
  const entries = Object.entries(file.config);
  config = Object.fromEntries(
    entries.map(([key, value]) => [key.replace('kubevirt-stack:', ''), value]),
  );
});

// Proves: migration.from-kkp-seed
test('the datacenter of KKP becomes what the example says of it by hand', () => {
  const example = exampleConfig('platform');
  const [image] = example.images as Config[];
  const kept = ['name', 'os', 'version', 'sizeGiB'].map((key) => [key, image?.[key]] as const);
  const http = { url: valueAt(image, 'http.url') };
  expect(config.images).toEqual([{ ...Object.fromEntries(kept), http }]);
  const byHand = example.userClusterDefaults as Config;
  const [storageClass] = valueAt(byHand, 'storage.classes') as readonly Config[];
  expect(config.userClusterDefaults).toEqual({
    ...byHand,
    // By hand, whether volumes can grow is left to the infra class; in KKP they cannot without a word.
    storage: { classes: [{ ...storageClass, expansion: false }] },
    isolation: {
      customNetworkPolicies: [
        {
          name: 'allow-external-traffic',
          // The default of Kubernetes, which KKP's own API requires.
          spec: {
            podSelector: {},
            policyTypes: ['Ingress'],
            ingress: [{ from: [{ ipBlock: { cidr: '10.200.10.0/24' } }] }],
          },
        },
      ],
    },
  });
});

// Proves: migration.from-kkp-seed
test('the program takes it once the image has its checksum, and says so before', async () => {
  await expect(renderFile(platform, config)).rejects.toThrow(
    'config.kubevirt-stack:images[0].http.checksum: missing; without it the contents of http://10.109.79.210/ubuntu.img cannot be verified; add "sha256:" and the digits of sha256sum',
  );
  const [image] = config.images as { readonly http: object }[];
  const checksum = `sha256:${'5'.repeat(64)}`;
  const images = [{ ...image, http: { ...image?.http, checksum } }];
  const { outputs, resources } = await renderFile(platform, { ...config, images });
  expect(outputs).toMatchObject({ userClusterDefaults: config.userClusterDefaults });
  const urls = resources.map(({ inputs }) => valueAt(inputs, 'spec.source.http.url'));
  expect(urls.filter((url) => url !== undefined)).toEqual(['http://10.109.79.210/ubuntu.img']);
});
