// SPDX-License-Identifier: Apache-2.0
import { field, listOf } from '@strata/contracts/fields';
import { z } from 'zod';

/** @see https://man.openbsd.org/sshd#AUTHORIZED_KEYS_FILE_FORMAT */
const publicKeyPattern =
  /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com) [A-Za-z0-9+/]+=*( [^\n]*)?$/;

/** Returns whether a text is a public key as OpenSSH has it, and nothing else. */
export const isPublicKey = (text: string): boolean => publicKeyPattern.test(text);

/** Public keys for logging in. */
export const authorizedKeys = listOf(
  field(z.string().regex(publicKeyPattern), 'an SSH public key like "ssh-ed25519 AAAA... ann"'),
  'a list of SSH public keys',
).default([]);
