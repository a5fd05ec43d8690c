// SPDX-License-Identifier: Apache-2.0
import { secretText } from '../report/shown-value.ts';
import { passphrasesOf } from './stack-environment.ts';

/** Variables whose value is a secret. */
const secretVariable = /PASSPHRASE$|PASSWORD|SECRET|TOKEN|ACCESS_KEY|PRIVATE_KEY|CREDENTIAL/;

/** Shorter values are words that stand in messages anyway. */
const shortestSecret = 6;

/** The passphrase of every sandbox, which is a word of its messages too: docs/decisions/0003. */
const publicValues: readonly string[] = ['sandbox'];

/** What is a secret by its looks, wherever it comes from. */
const secretShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // The same in base64, as in a kubeconfig or the data of a Secret; not certificates and public keys.
  /\bLS0tLS1CRUdJTi(?!BDRVJUSUZJQ0FUR|BQVUJMSUM)[\w+/]+=*/g,
  // In a kubeconfig: YAML, or JSON, which may be a text in another.
  /(?<=\b(client-key-data|client-certificate-data|token|password)(:\s+|\\*"\s*:\s*)\\*["']?)[^\s"'\\,}]+/g,
  /(?<=\b[Bb]earer )[\w.~+/-]+=*/g,
  // JSON web tokens, as of ServiceAccounts.
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  // kubeadm's join tokens.
  /\b(?=[a-z.]*\d)[a-z0-9]{6}\.[a-z0-9]{16}\b/g,
  // User and password of an address.
  /(?<=:\/\/)[^\s/:@]+:[^\s/@]+(?=@)/g,
];

/** Makes a function that takes secrets out of a text: values of variables, and what looks like one. */
export function masker(env: NodeJS.ProcessEnv): (text: string) => string {
  const values = Object.entries(env)
    .flatMap(([name, value]) => (secretVariable.test(name) && value ? [value] : []))
    .concat(passphrasesOf(env))
    .filter((value) => value.length >= shortestSecret && !publicValues.includes(value))
    // The longest first: one may be a part of another.
    .sort((a, b) => b.length - a.length);
  return (text) => {
    const known = values.reduce((masked, value) => masked.replaceAll(value, secretText), text);
    return secretShapes.reduce((masked, shape) => masked.replaceAll(shape, secretText), known);
  };
}
