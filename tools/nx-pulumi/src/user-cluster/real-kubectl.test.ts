// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSeed, translateSeed } from '../environment/kkp-seed/index.ts';
import { seed } from '../environment/kkp-seed/testing/seed.ts';
import { readCapkFile, translateCapk } from './capk/index.ts';
import { flatcarCluster } from './capk/testing/flatcar-cluster.ts';
import { readHarvesterFile, translateHarvester } from './harvester/index.ts';
import { largeCluster } from './harvester/testing/large-cluster.ts';
import { readKkpFile, translateKkp } from './kkp/index.ts';
import { kkpCluster } from './testing/kkp-cluster.ts';
import { LabApi } from './testing/lab-api.ts';
import { readObjects } from './translate/read-objects.ts';

// The real etcd, API server and kubectl. The kinds of the products have their names; what they may have in
// them, this API server does not know.
const patience = 600_000;
const docs = join(import.meta.dirname, '../../../../docs');

const platform = {
  images: { ofPlatform: [{ name: 'first' }], fallback: 'first' },
  networks: ['vlan-storage'],
};

const products = [
  {
    page: 'coming-from-capk.md',
    option: '--from-capk',
    objects: flatcarCluster,
    translate: (text: string) => translateCapk(readCapkFile('shop.yaml', text), platform),
    kinds: [
      { kind: 'Cluster', plural: 'clusters' },
      { kind: 'KubevirtCluster', plural: 'kubevirtclusters' },
      { kind: 'KubeadmControlPlane', plural: 'kubeadmcontrolplanes' },
      { kind: 'MachineDeployment', plural: 'machinedeployments' },
      { kind: 'KubevirtMachineTemplate', plural: 'kubevirtmachinetemplates' },
      { kind: 'KubeadmConfigTemplate', plural: 'kubeadmconfigtemplates' },
    ],
    // No line of the page asks for it.
    lines: (lines: readonly string[]) => lines.filter((line) => !line.startsWith('MachineHealth')),
  },
  {
    page: 'coming-from-harvester.md',
    option: '--from-harvester',
    objects: largeCluster,
    translate: (text: string) => translateHarvester(readHarvesterFile('shop.yaml', text), platform),
    kinds: [
      { kind: 'Cluster', plural: 'clusters' },
      { kind: 'HarvesterConfig', plural: 'harvesterconfigs' },
      { kind: 'VirtualMachineImage', plural: 'virtualmachineimages' },
      { kind: 'KeyPair', plural: 'keypairs' },
      { kind: 'NetworkAttachmentDefinition', plural: 'network-attachment-definitions' },
    ],
    lines: (lines: readonly string[]) => lines.filter((line) => !line.startsWith('Secret')),
  },
  {
    page: 'coming-from-kkp.md',
    option: '--from-kkp',
    objects: kkpCluster,
    translate: (text: string) => translateKkp(readKkpFile('shop.yaml', text), platform.images),
    kinds: [
      { kind: 'Cluster', plural: 'clusters', scope: 'Cluster' },
      { kind: 'MachineDeployment', plural: 'machinedeployments' },
    ],
    lines: (lines: readonly string[]) => lines,
  },
  {
    page: 'coming-from-kkp.md',
    option: '--from-kkp-seed',
    objects: seed,
    translate: (text: string) => {
      const { defaults, ...rest } = translateSeed(readSeed('seed.yaml', text, 'halle-2'), false);
      return { config: defaults, ...rest };
    },
    kinds: [{ kind: 'Seed', plural: 'seeds' }],
    lines: (lines: readonly string[]) => lines,
  },
] as const;

/** Command of a page that reads what kubectl prints, up to the end of its line. */
const readingCommand = (option: string) =>
  new RegExp(`npx strata new \\w+ .*${option} -(?= |$).*$`, 'm');

let folder: string;
let lab: LabApi;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-kubectl-'));
  lab = await LabApi.start(folder);
  // One API server is all clusters: objects of one product do not hide those of another.
  for (const { kinds, objects } of products) lab.create(readObjects('shop.yaml', objects), kinds);
  symlinkSync(lab.kubeconfig, join(folder, 'shop'));
}, patience);

afterAll(async () => {
  await lab.stop();
  rmSync(folder, { recursive: true });
}, patience);

// Proves: migration.from-cluster
test.each(products)(
  'the lines of $page print what $option reads',
  ({ lines, objects, option, page, translate }) => {
    const command = readingCommand(option);
    const blocks = [
      ...readFileSync(join(docs, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm),
    ];
    const [script] = blocks.map(([, text = '']) => text).filter((text) => command.test(text));
    const kubeconfigs = { RANCHER: lab.kubeconfig, HARVESTER: lab.kubeconfig };
    const printed = lab.run((script ?? '').replace(command, 'cat'), kubeconfigs);
    expect(printed).toContain('resourceVersion:');
    const { lines: said, ...asked } = translate(printed);
    const { lines: expected, ...rest } = translate(objects);
    expect(asked).toEqual(rest);
    expect([...said].sort()).toEqual(lines(expected).toSorted());
  },
  patience,
);
