// SPDX-License-Identifier: Apache-2.0
import {
  field,
  kubernetesVersion,
  listOf,
  objectName,
  oneOf,
  secretField,
  serverName,
  text,
  trueOrFalse,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { fixedPaths, handPaths } from './fixed-paths.ts';
import { backups, features } from './kubeone-fields-features.ts';
import { clusterNetwork } from './kubeone-fields-network.ts';

/** @see https://docs.kubermatic.com/kubeone/v1.14/guides/registry-configuration/ */
const registry = field(
  z.strictObject({
    /** Mirrors that are tried before the registry itself, in the order of their URLs, which KubeOne sorts. */
    mirrors: field(
      z.array(field(z.url({ protocol: /^https?$/ }), 'a URL')).min(1),
      'a list of at least one URL',
    ),
    /** Whether the mirrors' URLs are complete, so that `/v2` is not added. @default false */
    overridePath: trueOrFalse().default(false),
    /** Whether the mirrors' certificates are not verified. @default false */
    insecureSkipVerify: trueOrFalse().default(false),
    username: text('the name of a user').optional(),
    password: secretField(z.string().min(1), 'a password').optional(),
  }),
  'a mapping with mirrors',
);

const containerd = field(
  z.strictObject({
    /** Mirrors by the name of a registry, as in image names; `"*"` stands for all others except docker.io. @default {} */
    registries: field(
      z.record(
        field(
          z.string().regex(/^[a-z0-9*][a-z0-9.:-]*$/),
          'the name of a registry in lower case and without a path, such as "docker.io"',
        ),
        registry,
      ),
      'a mapping from registries to their mirrors',
    ).default({}),
    /** @default the pause image of the Kubernetes version */
    sandboxImage: text('an image').optional(),
  }),
  'a mapping with registries and sandboxImage',
).prefault({});

/** The registry for the images of Kubernetes and of KubeOne's own addons, for offline sites. */
const imageRegistry = field(
  z.strictObject({
    /**
     * Registry under which every image keeps its path, but for CoreDNS, which kubeadm asks for at
     * `<overwrite>/coredns`; `kubeone mirror-images` fills it so. KubeOne reads the version of Kubernetes
     * behind the first colon of an image's name, so with a port no update of Kubernetes is possible.
     *
     * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/preflight_checks.go `parseContainerImageVersion`
     * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/images/util.go
     */
    overwrite: field(
      z.string().regex(/^[a-z0-9.-]+(\/[a-z0-9._/-]*[a-z0-9])?$/),
      'a registry without "https://", without a port, with which KubeOne could not update ' +
        'Kubernetes, and without a slash at the end',
    ),
    /** Whether it has a certificate of an unknown CA; it must speak TLS all the same. @default false */
    insecure: trueOrFalse().default(false),
  }),
  'a mapping with overwrite',
);

/** The endpoint of the API server: an address in front of all control planes. */
const apiEndpoint = field(
  z.strictObject({
    /** An existing load balancer or virtual address; KubeOne makes none. */
    host: serverName(', without https:// and without a port, which has a key of its own'),
    /** @default 6443 */
    port: field(z.int().min(1).max(65_535), 'a port from 1 to 65535').default(6443),
    /** Further names in the API server's certificate. @default [] */
    alternativeNames: listOf(serverName(', without a port'), 'a list of names').default([]),
  }),
  'a mapping with host',
);

/**
 * A Kubernetes cluster that KubeOne makes on the hosts.
 *
 * @example
 * kubeone:
 *   version: 1.35.4
 *   apiEndpoint:
 *     host: 10.20.0.10
 */
export const kubeone = field(
  z.strictObject({
    /** KubeOne's name for the cluster. @default the environment's */
    name: objectName().optional(),
    /** Exact version without a leading `v`; it can be raised by one minor at a time. */
    version: kubernetesVersion(),
    /** The version of KubeOne's API that the manifest uses. @default v1beta2 */
    apiVersion: oneOf(['v1beta2']).default('v1beta2'),
    apiEndpoint,
    network: clusterNetwork,
    /**
     * Settings that KubeOne cannot change on a running cluster, but that you have changed on it by
     * hand: Strata then takes over their new values. Remove the entries after the next update.
     * @default []
     */
    changedByHand: listOf(
      oneOf([...fixedPaths, ...handPaths]),
      'a list of settings, such as "network.cni.name"',
    ).default([]),
    containerd,
    imageRegistry: imageRegistry.optional(),
    /**
     * Whether KubeOne configures the hosts' package repositories for Kubernetes and containerd.
     * Offline it cannot: then the hosts' own repositories must have the packages.
     *
     * @default true
     */
    configurePackageRepositories: trueOrFalse().default(true),
    features,
    backups: backups.optional(),
    /**
     * Minutes without a pod that leaves after which an update ends that drains a host: KubeOne's own
     * drains have no time limit. More than the longest time that a VM takes to shut down.
     *
     * @default 180
     */
    drainMinutes: wholeNumber(1).optional(),
    /**
     * File that KubeOne copies the CAs' keys into in a run. The key that encrypts Secrets is only in
     * the copy of the first run; a later run renames that to `<name>.<time>.tar.gz`.
     * @default no copy
     */
    pkiBackupFile: field(
      z.string().regex(/^\/.+\.tar\.gz$/),
      'an absolute path that ends in ".tar.gz"',
    ).optional(),
    /**
     * Whether `pulumi destroy` removes Kubernetes from the hosts, with everything that runs on
     * them. Takes effect only together with `allowResetOf`.
     * @default false
     */
    allowReset: trueOrFalse().default(false),
    /** The cluster's name again, if `allowReset` is true. */
    allowResetOf: objectName().optional(),
  }),
  'a mapping with version and apiEndpoint',
);

/** The checked `kubeone` of an infra stack. */
export type KubeoneConfig = z.output<typeof kubeone>;
