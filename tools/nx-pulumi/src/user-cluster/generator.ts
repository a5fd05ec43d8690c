// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import type { AddressPlan } from '@strata/contracts';
import {
  clusterStackName,
  describeIssues,
  formatPath,
  stackFile,
  userClusterConfig,
} from '@strata/contracts';
import { chooseAddresses, type Choice } from './choose-addresses.ts';
import { readAddressPlan, readNeighbours, readStackConfig } from './environment-files.ts';
import { renderStackFile } from './render-stack-file.ts';

/** What the generator is asked for. @see schema.json */
export interface UserClusterOptions {
  readonly environment: string;
  readonly name: string;
  /** Without a leading `v`. @default 1.35.4 */
  readonly kubernetes?: string;
  /** @default 2 */
  readonly workers?: number;
  /** @default standard-2 */
  readonly instancetype?: string;
  /** @default the first golden image of the environment's platform */
  readonly image?: string;
  /** @default false */
  readonly vlan?: boolean;
}

const project = 'user-cluster';

/** Of every machine's root disk: an operating system, and the images of its pods. */
const defaultDiskGiB = 30;

function firstImage(tree: Tree, environment: string): string {
  const { images } = readStackConfig(tree, 'kubevirt-stack', environment);
  const [first] = (images ?? []) as { readonly name?: string }[];
  if (first?.name !== undefined) return first.name;
  throw new Error(
    `The platform of "${environment}" has no golden images: name one with --image docker://...`,
  );
}

function renderConfig(
  options: UserClusterOptions,
  image: string,
  choice: Choice,
  { mtu, vlans }: AddressPlan,
) {
  const { kubernetes = '1.35.4', workers = 2, instancetype = 'standard-2' } = options;
  const { podCidr, serviceCidr, endpoint, tunnelPort, vlan } = choice;
  const machine = { instancetype, rootDisk: { image, sizeGiB: defaultDiskGiB } };
  const ownVlan = vlan !== undefined && vlans !== undefined;
  const interfaces = ownVlan ? { interfaces: [{ network: 'own' }] } : {};
  return {
    kubernetes: { version: kubernetes, podCidr, serviceCidr },
    controlPlane: { replicas: 1, ...machine, endpoint: { address: endpoint } },
    pools: [{ name: 'md-a', replicas: workers, ...machine, ...interfaces }],
    network: { mtu, ...(ownVlan && { vlans: [{ name: 'own', bridge: vlans.bridge, vlan }] }) },
    cni: { type: 'cilium', tunnelPort },
    deletion: { protect: true },
  };
}

/**
 * Writes `stacks/user-cluster/Pulumi.<environment>.<name>.yaml` with the next free addresses, and
 * checks it as the program would. Nothing is written when something is wrong.
 *
 * @throws Error when the name is taken or unusable, the plan is missing or exhausted, or a value is
 * wrong.
 */
export default function generateUserCluster(tree: Tree, options: UserClusterOptions): () => void {
  const { environment, name } = options;
  const stack = `${environment}.${name}`;
  clusterStackName(project, stack);
  const path = stackFile({ project, stack });
  if (tree.exists(path)) throw new Error(`The cluster exists already: ${path}.`);
  const plan = readAddressPlan(tree, environment);
  const neighbours = readNeighbours(tree, environment);
  const choice = chooseAddresses(environment, plan, neighbours, options.vlan === true);
  const image = options.image ?? firstImage(tree, environment);
  const config = renderConfig(options, image, choice, plan);
  const parsed = userClusterConfig.safeParse(config);
  if (!parsed.success) {
    const issues = describeIssues(userClusterConfig, config, parsed.error.issues, () => false);
    const lines = issues.map(({ path: at, message }) => `\n  ${formatPath(at)}: ${message}`);
    throw new Error(`The cluster cannot be made like this:${lines.join('')}`);
  }
  const keys = Object.entries(config).map(([key, value]) => [`${project}:${key}`, value]);
  const title = `The user cluster "${name}" of the environment "${environment}".`;
  tree.write(path, renderStackFile(title, Object.fromEntries(keys) as Record<string, unknown>));
  return () => {
    console.log(
      `\nNext:\n  pulumi -C packages/${project} stack init ${stack}\n  pulumi -C packages/${project} preview --stack ${stack}`,
    );
  };
}
