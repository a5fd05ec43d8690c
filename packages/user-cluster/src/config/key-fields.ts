// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, oneOf, wholeNumber } from '@strata/contracts/fields';

/**
 * Phases of a rotation by the key that is rotated, in their order: every VM that has such keys knows the new
 * one; the new one is used and the old one still known; the old one is gone.
 */
export const rotationPhases = {
  serviceAccount: ['trust', 'sign', 'finish'],
  encryption: ['read', 'write', 'finish'],
  authority: ['trust', 'sign', 'finish'],
  etcdAuthority: ['trust', 'sign', 'finish'],
  frontProxyAuthority: ['trust', 'sign', 'finish'],
} as const;

const serviceAccount = field(
  z.strictObject({
    /**
     * Number of the key. The next number rotates the key, in three updates with one phase each.
     *
     * @default 1
     */
    generation: wholeNumber(1).default(1),
    /**
     * `trust`: every API server accepts the key of this generation, and the key of the generation
     * before still signs. `sign`: the key of this generation signs, and every API server accepts
     * both. `finish`: there is only the key of this generation, and tokens that the one before
     * signed are invalid. A preview refuses to skip a phase. Each phase replaces the VMs of the
     * control plane, one after the other.
     *
     * @default "finish"
     */
    phase: oneOf(rotationPhases.serviceAccount).default('finish'),
  }),
  'a mapping with generation and phase',
).prefault({});

const encryption = field(
  z.strictObject({
    /**
     * Number of the key. The next number rotates the key, in three updates with one phase each. The
     * state keeps the keys of all numbers.
     *
     * @default 1
     */
    generation: field(z.int().min(1).max(100), 'a whole number from 1 to 100').default(1),
    /**
     * `read`: every API server can read what the key of this generation encrypts, and the key of the
     * generation before still encrypts. `write`: the key of this generation encrypts, and every API
     * server can read both. `finish`: all Secrets are encrypted anew, and then there is only the key
     * of this generation. A preview refuses to skip a phase. Each phase replaces the VMs of the
     * control plane, one after the other.
     *
     * @default "finish"
     */
    phase: oneOf(rotationPhases.encryption).default('finish'),
  }),
  'a mapping with generation and phase',
).prefault({});

const authority = field(
  z.strictObject({
    /**
     * Number of the authority. The next number rotates it, in three updates with one phase each.
     *
     * @default 1
     */
    generation: wholeNumber(1).default(1),
    /**
     * `trust`: all VMs, pods and kubeconfigs trust the authority of this generation, and the one of the
     * generation before still signs. `sign`: the authority of this generation signs, and both are trusted.
     * `finish`: there is only the authority of this generation, and certificates that the one before signed
     * are invalid. A preview refuses to skip a phase. Each phase replaces all VMs, those of the control
     * plane first.
     *
     * @default "finish"
     */
    phase: oneOf(rotationPhases.authority).default('finish'),
  }),
  'a mapping with generation and phase',
).prefault({});

const etcdAuthority = field(
  z.strictObject({
    /**
     * Number of the authority. The next number rotates it, in three updates with one phase each.
     *
     * @default 1
     */
    generation: wholeNumber(1).default(1),
    /**
     * `trust`: members of etcd, API servers and backups trust the authority of this generation, and the one
     * of the generation before still signs. `sign`: the authority of this generation signs, and both are
     * trusted. `finish`: there is only the authority of this generation, and certificates that the one
     * before signed are invalid. A preview refuses to skip a phase. Each phase replaces the VMs of the
     * control plane, one after the other.
     *
     * @default "finish"
     */
    phase: oneOf(rotationPhases.etcdAuthority).default('finish'),
  }),
  'a mapping with generation and phase',
).prefault({});

const frontProxyAuthority = field(
  z.strictObject({
    /**
     * Number of the authority. The next number rotates it, in three updates with one phase each.
     *
     * @default 1
     */
    generation: wholeNumber(1).default(1),
    /**
     * `trust`: API servers and aggregated APIs trust the authority of this generation, and the one of the
     * generation before still signs. `sign`: the authority of this generation signs, and both are trusted.
     * `finish`: API servers know only the authority of this generation. A preview refuses to skip a phase.
     * Each phase replaces the VMs of the control plane, one after the other.
     *
     * @default "finish"
     */
    phase: oneOf(rotationPhases.frontProxyAuthority).default('finish'),
  }),
  'a mapping with generation and phase',
).prefault({});

/**
 * Keys of the cluster that do not renew themselves, and how far their rotation is.
 *
 * @example
 * keys:
 *   serviceAccount:
 *     generation: 2
 *     phase: trust
 */
export const keys = field(
  z.strictObject({
    /** The key that signs the tokens of ServiceAccounts. */
    serviceAccount,
    /** The key that encrypts Secrets in etcd. */
    encryption,
    /**
     * The authority that signs the certificates of API servers and kubelets and those in kubeconfigs:
     * Kubernetes' own, not those of etcd and of the front proxy.
     */
    authority,
    /** The authority that signs the certificates of etcd and of its clients: API servers and backups. */
    etcdAuthority,
    /** The authority by which aggregated APIs know that a request comes from an API server. */
    frontProxyAuthority,
  }),
  'a mapping with serviceAccount, encryption, authority, etcdAuthority and frontProxyAuthority',
).prefault({});
