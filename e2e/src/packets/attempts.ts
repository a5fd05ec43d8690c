// SPDX-License-Identifier: Apache-2.0

/** A connection that is tried. */
export interface Attempt {
  readonly protocol: 'TCP' | 'UDP';
  readonly address: string;
  readonly port: number;
  /** Sender's address. @default the kernel's choice */
  readonly localAddress?: string;
}

/** Result of an attempt: the first words that the other side sent, or why it failed. */
export type Outcome = { readonly answer: string } | { readonly failure: string };

/** `TCP 10.244.128.7 22`, or `TCP fd00:244::8007 22`. */
export const nameOf = ({ protocol, address, port }: Attempt) => `${protocol} ${address} ${port}`;

/** The answer, or the reason in brackets. */
export const textOf = (outcome: Outcome) =>
  'answer' in outcome ? outcome.answer : `(${outcome.failure})`;
