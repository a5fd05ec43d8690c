// SPDX-License-Identifier: Apache-2.0
import { type EquivalentMutant, filledList } from './equivalent-mutant.ts';

/**
 * Equivalent mutants of what user clusters have besides machines and keys: addresses, ways in, backups, and
 * what runs inside.
 */
export const equivalentInClusterServices: readonly EquivalentMutant[] = [
  {
    file: 'packages/user-cluster/src/oidc/cel-problem.ts',
    lineText:
      'return `is no expression in CEL: ${summary} at character ${(range?.start ?? 0) + 1}`;',
    was: 'range?.start',
    replacement: 'range.start',
    reason: 'every error of syntax has its place; only the types say otherwise',
  },
  {
    file: 'packages/user-cluster/src/oidc/check-oidc.ts',
    lineText: "'true or false',",
    was: "'true or false'",
    replacement: '""',
    reason: 'a condition is told from a name by being no expression for "anything"',
  },
  {
    file: 'packages/user-cluster/src/update/check-update.ts',
    lineText: "const cluster = { name: '', kubernetes: oldest, pools: [] };",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'of each update of the plan only the version is told',
  },
  {
    file: 'packages/user-cluster/src/update/found-machine.ts',
    lineText: 'const { domain, networks = [], volumes = [] } = template?.spec ?? {};',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text names no network, and is no container disk',
  },
  {
    file: 'packages/user-cluster/src/update/found-pool.ts',
    lineText: "function isSizeOurs({ managedFields = [] }: FoundItem['metadata']): boolean {",
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text has no manager',
  },
  {
    file: 'packages/user-cluster/src/update/lasting-keys.ts',
    lineText: "export function readLastingValues(text = '{}'): LastingValues {",
    was: "'{}'",
    replacement: '""',
    reason: 'a text that is no record has no values, as an empty record',
  },
  {
    file: 'packages/user-cluster/src/addresses/check-addresses.ts',
    lineText: 'if (parseRange(text.slice(0, slash))?.first !== range.first) {',
    was: 'parseRange(text.slice(0, slash))?.first',
    replacement: 'parseRange(text.slice(0, slash)).first',
    reason: 'of a range that can be read, the address before the slash can be read, too',
  },
  {
    file: 'packages/user-cluster/src/addresses/check-addresses.ts',
    lineText: 'const taken = (what: string, texts: readonly string[] = []) =>',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text that is no address is in no range',
  },
  {
    file: 'packages/user-cluster/src/addresses/check-addresses.ts',
    lineText: 'const addresses = config.controlPlane?.peers?.addresses ?? [];',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text that is no address is in no range',
  },
  {
    file: 'packages/user-cluster/src/addresses/load-balancer-pool.ts',
    lineText:
      'if (usable?.avoidBuggyIPs === true && range !== undefined && isBuggyAddress(range)) {',
    was: 'range !== undefined',
    replacement: 'true',
    reason: 'an address that is in a pool can be read',
  },
  {
    file: 'packages/user-cluster/src/addresses/taken-address.ts',
    lineText: 'const owned = (owner: string, addresses: readonly string[] = []) =>',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'no address is in a text that is no range',
  },
  {
    file: 'packages/user-cluster/src/access/check-access.ts',
    lineText: 'none: { needs: [], takes: [] },',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'no setting has that name, so it is never taken',
  },
  {
    file: 'packages/user-cluster/src/access/check-access.ts',
    lineText: "network: { needs: ['network'], takes: [] },",
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'no setting has that name, so it is never taken',
  },
  {
    file: 'packages/user-cluster/src/access/machine-commands.ts',
    lineText: 'const headless = platform.headlessPreferences ?? [];',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'no preference has blanks in its name',
  },
  {
    file: 'packages/user-cluster/src/access/check-access.ts',
    lineText: 'const jumpers = [...authorizedKeys, ...(controlPlane?.authorizedKeys ?? [])];',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'no key of a pool is such a text',
  },
  {
    file: 'packages/user-cluster/src/inside/cni/cni-settings.ts',
    lineText:
      "const chart = 'https://github.com/cilium/cilium/blob/v1.20.2/install/kubernetes/cilium';",
    was: "'https://github.com/cilium/cilium/blob/v1.20.2/install/kubernetes/cilium'",
    replacement: '""',
    reason: 'where facts are from: for readers, and in no object',
  },
  {
    file: 'packages/user-cluster/src/inside/cni/cni-settings.ts',
    lineText: 'const configMap = `${chart}/templates/cilium-configmap.yaml`;',
    was: '`${chart}/templates/cilium-configmap.yaml`',
    replacement: '``',
    reason: 'where facts are from: for readers, and in no object',
  },
  {
    file: 'packages/user-cluster/src/inside/flux/check-delivery.ts',
    lineText: 'return incompatibilities(versions)',
    was: `incompatibilities(versions)
    .filter(({ level }) => level === 'refused')`,
    replacement: 'incompatibilities(versions)',
    reason: 'of Flux and Kubernetes alone, all that does not go together is refused',
  },
  {
    file: 'packages/user-cluster/src/inside/flux/check-delivery.ts',
    lineText: ".filter(({ level }) => level === 'refused')",
    was: "level === 'refused'",
    replacement: 'true',
    reason: 'of Flux and Kubernetes alone, all that does not go together is refused',
  },
  {
    file: 'packages/user-cluster/src/inside/flux/delivery-state.ts',
    lineText: 'const revision = repository.status?.artifact?.revision;',
    was: 'repository.status?.artifact',
    replacement: 'repository.status.artifact',
    reason: 'where there is a verdict, there is a status that it is in',
  },
  {
    file: 'packages/user-cluster/src/inside/flux/delivery-state.ts',
    lineText: 'if (kustomization.status?.lastAppliedRevision !== revision) return undefined;',
    was: 'kustomization.status?.lastAppliedRevision',
    replacement: 'kustomization.status.lastAppliedRevision',
    reason: 'where there is a verdict, there is a status that it is in',
  },
  {
    file: 'packages/user-cluster/src/control-plane/check-control-plane.ts',
    lineText: "const [address = '', length = '', ...more] = text.split('/');",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'a text always has a first part, and neither text is a length',
  },
  {
    file: 'packages/user-cluster/src/control-plane/check-control-plane.ts',
    lineText: 'if (subnet === undefined || range === undefined) return undefined;',
    was: 'range === undefined',
    replacement: 'false',
    reason: 'what has passed as an address can be read',
  },
  {
    file: 'packages/user-cluster/src/control-plane/check-etcd-disk.ts',
    lineText: 'if (wanted > sizeGiB) return growthProblem(name, disk, context);',
    was: 'wanted > sizeGiB',
    replacement: 'wanted >= sizeGiB',
    reason: 'of equal sizes the line before has returned',
  },
  {
    file: 'packages/user-cluster/src/control-plane/api-endpoint.ts',
    lineText: "...(pool !== undefined && { 'metallb.io/address-pool': pool }),",
    was: 'pool !== undefined',
    replacement: 'true',
    reason: 'Pulumi leaves out what is undefined',
  },
  filledList(
    'packages/user-cluster/src/control-plane/control-plane.ts',
    'function before(disk: string, { etcdDisks = [] }: ControlPlaneArgs, previous?: pulumi.Resource) {',
    'a text has no name, so it is no disk',
  ),
  {
    file: 'packages/user-cluster/src/control-plane/control-plane.ts',
    lineText:
      'return previous === undefined || etcdDisks.some(({ name }) => name === disk) ? [] : [previous];',
    was: 'previous === undefined',
    replacement: 'false',
    reason: 'among the resources that one depends on, Pulumi takes no notice of undefined',
  },
  {
    file: 'packages/user-cluster/src/control-plane/control-plane.ts',
    lineText: 'dependsOn: [disk, secret, ...(previous === undefined ? [] : [previous])],',
    was: 'previous === undefined',
    replacement: 'false',
    reason: 'among the resources that one depends on, Pulumi takes no notice of undefined',
  },
  {
    file: 'packages/user-cluster/src/control-plane/peer-network.ts',
    lineText: 'if (text === undefined || address === undefined) return text;',
    was: 'text === undefined',
    replacement: 'false',
    reason: 'a machine with an address among peers has an interface more, and so network data',
  },
];
