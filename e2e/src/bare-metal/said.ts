// SPDX-License-Identifier: Apache-2.0
import type { Ran } from '@strata/infra/testing';

/** Returns Pulumi's output as one line: Pulumi indents messages that span several lines. */
export const flat = ({ text }: Ran): string => text.replace(/\s+/g, ' ');

/**
 * Returns the actions that KubeOne planned, sorted and each of them once: Pulumi shows each line as
 * progress and again at the end.
 */
export const planned = ({ text }: Ran): string[] =>
  [
    ...new Set([...text.matchAll(/strata: planned (.+)$/gm)].map(([, action = '']) => action)),
  ].sort();

/** The report of a host without /dev/kvm. */
export const noKvm = (host: string, address: string): string =>
  `host ${host} (${address}) is not ready, 1 problem: - /dev/kvm: found nothing; needed: the device ` +
  '/dev/kvm. Load the module: modprobe kvm_intel (or kvm_amd); dmesg says why it refuses.';

/** Expects a command to have succeeded; if not, the test shows what it printed. */
export function expectDone({ code, text }: Ran): void {
  expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
}
