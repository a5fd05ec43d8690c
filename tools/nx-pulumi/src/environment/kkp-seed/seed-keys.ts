// SPDX-License-Identifier: Apache-2.0
import { commonReasons } from '../../user-cluster/translate/left-out.ts';
import { sharedReasons } from './datacenter-keys.ts';
import { below } from './seed-key.ts';
import type { SeedKeys } from './seed-key.ts';

const noCentralPods =
  'control planes are machines of their clusters: no pods of several clusters run beside each other';

/** Keys of a Seed beside its datacenters: upstream's `SeedSpec`. */
export const seedKeys: SeedKeys = below('spec', {
  country: { line: 288, leftOut: sharedReasons.dashboard },
  location: { line: 291, leftOut: sharedReasons.dashboard },
  kubeconfig: {
    line: 295,
    leftOut: 'its Secret is for the cluster on which KKP runs; infra names its own cluster',
  },
  seedDNSOverwrite: { line: 302, leftOut: commonReasons.ownEndpoint },
  nodeportProxy: { line: 305, leftOut: commonReasons.ownEndpoint },
  'proxySettings.httpProxy': { line: 1201, leftOut: sharedReasons.proxy },
  'proxySettings.noProxy': { line: 1207, leftOut: sharedReasons.proxy },
  exposeStrategy: { line: 310, leftOut: commonReasons.ownEndpoint },
  mla: {
    line: 312,
    leftOut: 'kubevirt-stack:monitoring watches the platform and its machines, not the inside',
  },
  defaultComponentSettings: { line: 314, leftOut: noCentralPods },
  defaultClusterTemplate: {
    line: 317,
    leftOut: 'say a profile, for what clusters share (docs/profiles.md)',
  },
  metering: { line: 319, leftOut: 'say prices, from which costs follow (docs/cost.md)' },
  etcdBackupRestore: { line: 322, leftOut: 'say backup of a cluster' },
  oidcProviderConfiguration: { line: 324, leftOut: sharedReasons.oidc },
  authenticationConfiguration: { line: 326, leftOut: sharedReasons.oidc },
  kubelb: { line: 332, leftOut: sharedReasons.kubelb },
  disabledCollectors: { line: 335, leftOut: "they are metrics of KKP's own controllers" },
  managementProxySettings: {
    line: 338,
    leftOut: 'whoever runs Strata reaches the APIs of clusters without a proxy',
  },
  defaultAPIServerAllowedIPRanges: {
    line: 342,
    leftOut:
      'KKP adds these ranges where a cluster limits its API: say isolation.apiSources of such clusters, or of a profile',
  },
  auditLogging: { line: 344, leftOut: sharedReasons.audit },
  kyverno: { line: 348, leftOut: sharedReasons.kyverno },
});
