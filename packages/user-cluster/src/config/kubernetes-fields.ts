// SPDX-License-Identifier: Apache-2.0
import {
  domainName,
  field,
  hubServerProblem,
  kubernetesVersion,
  listOf,
  objectName,
  oneOf,
  trueOrFalse,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';

/**
 * Returns whether an address has no query and no fragment, and only characters that cannot end a string
 * in TOML; shells quote it.
 */
const isPlain = (address: string) => /^[\w.~:/[\]@!$&'()*+,;=%-]+$/.test(address);

const url = (protocol: RegExp) =>
  field(
    z.url({ protocol, abort: true }).refine(isPlain),
    'a URL like "https://mirror.example.org/releases"',
  );

/** A text that may be a range of addresses: a number in quotes is none. */
const addressText = (expected: string) => field(z.string().regex(/\D/), expected);

/** A kubeconfig for a person, in addition to the stack's own. */
const kubeconfig = field(
  z.strictObject({
    /** The user's name in the cluster and in its audit log. */
    name: objectName(),
    /** One of Kubernetes' user-facing roles. @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#user-facing-roles */
    role: oneOf(['view', 'edit', 'admin', 'cluster-admin']),
    /**
     * Namespace that the role is limited to; it must exist, and nothing here makes it.
     *
     * @default all namespaces
     */
    namespace: objectName().optional(),
    /**
     * Days until its certificate expires; it cannot be revoked before. An update of the stack makes
     * a new one as soon as half of the time has passed.
     *
     * @default 30
     */
    lifetimeDays: wholeNumber(1).default(30),
  }),
  'a mapping with name and role',
);

/** A kubeconfig for a person. */
export type KubeconfigConfig = z.output<typeof kubeconfig>;

const registry = field(
  z.strictObject({
    /** Registry as it appears in image names, for example `docker.io`. */
    registry: field(
      z
        .string()
        .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, { abort: true })
        .refine((name) => Number(name.split(':')[1] ?? 1) <= 65_535)
        .superRefine((name, issues) => {
          const problem = hubServerProblem(name);
          if (problem !== undefined) issues.addIssue(problem);
        }),
      'the name of a registry in lower case like "docker.io" or "registry.example.org:5000"',
    ),
    /** URL of the mirror, with the same paths under `/v2`. */
    endpoint: url(/^https?$/),
  }),
  'a mapping with registry and endpoint',
);

/**
 * The Kubernetes that runs on the nodes.
 *
 * @example
 * kubernetes:
 *   version: 1.35.4
 *   podCidr: 10.128.0.0/16
 *   serviceCidr: 10.112.0.0/20
 */
export const kubernetes = field(
  z.strictObject({
    /** Exact version without a leading `v`, for example `1.35.4`. */
    version: kubernetesVersion(),
    /**
     * Addresses of pods. They must not overlap those of the infra cluster and of other user
     * clusters in the environment.
     */
    podCidr: addressText('a range of addresses like "10.100.0.0/16"'),
    /** Addresses of Services. The tenth one is the cluster's own DNS Service. */
    serviceCidr: addressText('a range of addresses like "10.101.0.0/16"'),
    /**
     * Domain of the cluster's Services. It cannot be changed later.
     *
     * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/apis/kubeadm/validation/validation.go `ValidateNetworking`
     */
    dnsDomain: domainName().default('cluster.local'),
    /** Downloads of VMs whose image lacks this version of Kubernetes. */
    binaries: field(
      z.strictObject({
        /**
         * A server with the same paths as the upstream ones: `/release/v1.35.4/bin/linux/amd64/…`
         * of dl.k8s.io, `/containerd/containerd/releases/download/…` of github.com.
         *
         * @default dl.k8s.io and github.com themselves
         */
        mirror: url(/^https$/).optional(),
      }),
      'a mapping with mirror',
    ).prefault({}),
    /**
     * Mirrors of single registries for the pods of the cluster. The platform's own mirror, if it
     * has one, is used for every registry that is not in this list.
     *
     * @default []
     */
    registries: listOf(registry, 'a list of registries').default([]),
    /** Kubeconfigs for people; they are secret outputs. @default [] */
    kubeconfigs: listOf(kubeconfig, 'a list of kubeconfigs').default([]),
    kubelet: field(
      z.strictObject({
        /**
         * Whether kubelets request their serving certificates from the cluster. Nothing in
         * Kubernetes approves such requests: until somebody does, `kubectl logs` and `exec` fail.
         * Otherwise kubelets sign their own.
         *
         * @default false
         * @see
         * https://kubernetes.io/docs/reference/access-authn-authz/kubelet-tls-bootstrapping/#certificate-rotation
         */
        requestServingCertificates: trueOrFalse().default(false),
        /** @default 110, Kubernetes' own */
        maxPods: wholeNumber(1).default(110),
      }),
      'a mapping with requestServingCertificates and maxPods',
    ).prefault({}),
  }),
  'a mapping with version, podCidr and serviceCidr',
);

/** The checked `kubernetes` of a user cluster. */
export type KubernetesConfig = z.output<typeof kubernetes>;
