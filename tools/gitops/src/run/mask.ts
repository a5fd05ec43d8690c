// SPDX-License-Identifier: Apache-2.0
import { secretText } from '../report/shown-value.ts';
import { passphrasesOf } from './stack-environment.ts';

/** Matches names of variables whose value is a secret. */
const secretVariable = /PASSPHRASE$|PASSWORD|SECRET|TOKEN|ACCESS_KEY|PRIVATE_KEY|CREDENTIAL/;

/** Minimal length of a masked value; shorter values are words that messages contain anyway. */
const shortestSecret = 6;

/**
 * Values that are not masked: the passphrase of every sandbox, which is also a word of its
 * messages, see docs/decisions/0003.
 */
const publicValues: readonly string[] = ['sandbox'];

/** Patterns of secrets, wherever they come from. */
const secretShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // A private key in base64, as in a kubeconfig or the data of a Secret; not certificates and
  // public keys.
  /\bLS0tLS1CRUdJTi(?!BDRVJUSUZJQ0FUR|BQVUJMSUM)[\w+/]+=*/g,
  // Fields of a kubeconfig in YAML or JSON, which may be a string inside other JSON.
  /(?<=\b(client-key-data|client-certificate-data|token|password)(:\s+|\\*"\s*:\s*)\\*["']?)[^\s"'\\,}]+/g,
  /(?<=\b[Bb]earer )[\w.~+/-]+=*/g,
  // JSON web tokens, such as those of ServiceAccounts.
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  // kubeadm's join tokens.
  /\b(?=[a-z.]*\d)[a-z0-9]{6}\.[a-z0-9]{16}\b/g,
  // User and password in a URL.
  /(?<=:\/\/)[^\s/:@]+:[^\s/@]+(?=@)/g,
];

/**
 * Returns a function that masks secrets in a text: values of secret variables, and texts that match
 * a pattern.
 */
export function masker(env: NodeJS.ProcessEnv): (text: string) => string {
  const values = Object.entries(env)
    .flatMap(([name, value]) => (secretVariable.test(name) && value ? [value] : []))
    .concat(passphrasesOf(env))
    .filter((value) => value.length >= shortestSecret && !publicValues.includes(value))
    // The longest first, because one secret may be part of another.
    .sort((a, b) => b.length - a.length);
  return (text) => {
    const known = values.reduce((masked, value) => masked.replaceAll(value, secretText), text);
    return secretShapes.reduce((masked, shape) => masked.replaceAll(shape, secretText), known);
  };
}
