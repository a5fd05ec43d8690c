// SPDX-License-Identifier: Apache-2.0
import { commonReasons } from '../../user-cluster/translate/left-out.ts';
import { kubevirtKeys } from './kubevirt-keys.ts';
import { below } from './seed-key.ts';
import type { SeedKeys } from './seed-key.ts';

/** Reasons that keys of Seeds and of their datacenters have. */
export const sharedReasons = {
  audit: 'each API server writes an audit log; say audit, for how much, and audit.webhook',
  dashboard: "it is for KKP's dashboard; an environment has its name alone",
  kubelb: 'addresses of load balancers are those of kubevirt-stack:metallb',
  kyverno: 'policies inside a cluster are for those who own it',
  oidc: 'say oidc of a cluster, or of a profile; there are several issuers',
  proxy:
    'machines have no proxy: kubevirt-stack:registryMirror names a mirror for images, and cdi.importProxy is for imports of the platform alone',
} as const;

const oneMirror = 'say kubevirt-stack:registryMirror, from which all images come';

/** Keys of a datacenter beside its `spec`: upstream's `Datacenter` and `NodeSettings`. */
const ownKeys: SeedKeys = {
  country: { line: 503, leftOut: sharedReasons.dashboard },
  location: { line: 506, leftOut: sharedReasons.dashboard },
  'node.httpProxy': { line: 1201, leftOut: sharedReasons.proxy },
  'node.noProxy': { line: 1207, leftOut: sharedReasons.proxy },
  'node.insecureRegistries': {
    line: 1238,
    leftOut: 'machines trust a registry by its certificate alone',
  },
  'node.registryMirrors': { line: 1241, leftOut: oneMirror },
  'node.pauseImage': { line: 1244, leftOut: 'it follows from the version of Kubernetes' },
  'node.containerdRegistryMirrors': { line: 1246, leftOut: oneMirror },
  'node.containerdRegistryMirrors.registries': {
    line: 1254,
    of: 'node.containerdRegistryMirrors',
  },
  'node.enableNonRootDeviceOwnership': {
    line: 1248,
    leftOut: "containerd's own default holds",
    usual: ['false'],
  },
};

/** Lines of providers of a datacenter that are not KubeVirt, by their keys. */
const otherProviders: Readonly<Record<string, number>> = {
  digitalocean: 520,
  bringyourown: 523,
  baremetal: 525,
  edge: 528,
  aws: 530,
  azure: 532,
  openstack: 534,
  hetzner: 536,
  vsphere: 538,
  vmwareclouddirector: 540,
  gcp: 542,
  alibaba: 546,
  anexia: 548,
  nutanix: 550,
  fake: 554,
};

/** Keys of `spec` of a datacenter beside its provider: upstream's `DatacenterSpec`. */
const specKeys: SeedKeys = {
  requiredEmails: {
    line: 560,
    leftOut: 'whoever may merge the file of a cluster may have one',
  },
  enforceAuditLogging: {
    line: 564,
    leftOut: sharedReasons.audit,
    usual: ['false', 'true'],
  },
  enforcedAuditWebhookSettings: { line: 568, leftOut: sharedReasons.audit },
  enforcePodSecurityPolicy: {
    line: 572,
    leftOut: 'Kubernetes has no PodSecurityPolicies any more',
    usual: ['false'],
  },
  providerReconciliationInterval: {
    line: 581,
    leftOut: 'a schedule compares what runs with the files (docs/drift.md)',
  },
  operatingSystemProfiles: { line: 584, leftOut: commonReasons.inImage },
  machineFlavorFilter: {
    line: 587,
    leftOut: 'sizes are those of kubevirt-stack:flavors and kubevirt-stack:instancetypes',
  },
  disableCsiDriver: {
    line: 591,
    leftOut: 'each cluster has the CSI driver; storage.classes says which volumes it makes',
    usual: ['false'],
  },
  kubelb: { line: 598, leftOut: sharedReasons.kubelb },
  apiServerServiceType: { line: 605, leftOut: commonReasons.ownEndpoint },
  authenticationConfiguration: { line: 608, leftOut: sharedReasons.oidc },
  kyverno: { line: 614, leftOut: sharedReasons.kyverno },
};

/** Returns the keys of providers that are not KubeVirt that a datacenter has. */
export function otherProvidersOf(spec: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(spec).filter((key) => Object.hasOwn(otherProviders, key));
}

/** Keys of an entry of `spec.datacenters` of a Seed. */
export const datacenterKeys: SeedKeys = {
  ...below('spec.kubevirt', kubevirtKeys),
  ...ownKeys,
  ...below('spec', specKeys),
  ...below(
    'spec',
    Object.fromEntries(
      Object.entries(otherProviders).map(([key, line]) => [
        key,
        { line, leftOut: 'environments are of KubeVirt alone' },
      ]),
    ),
  ),
};
