// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '@strata/cluster-client';
import { ZodError } from 'zod';

/** Reasons of {@link ClusterError} that quote nothing but addresses. */
const plain = [
  /^no answer within [\d.]+ s$/,
  /^it refuses \(HTTP \d{3}\)$/,
  /^it answers GET [\w/.?=&%-]+ with something that is not JSON$/,
  /^(connect|read|write) E[A-Z]+( [\d.a-f:[\]]+)?$/,
  /^getaddrinfo E[A-Z_]+ [A-Za-z0-9.-]+$/,
  /^socket hang up$/,
  /^self[- ]signed certificate( in certificate chain)?$/,
  /^unable to (verify the first certificate|get local issuer certificate)$/,
  /^certificate (has expired|is not yet valid)$/,
  /^the kubeconfig has no current context with a server$/,
];

const hidden = 'the reason is not shown here, because it may quote a kubeconfig or a state';

/** Problem whose text is Strata's own and has no secret in it. */
export class SayableError extends Error {}

/** Returns where an answer differs from its schema: names of our own fields, and nothing of the answer. */
function whereOf({ issues: [first] }: ZodError): string {
  const path = first?.path.join('.') ?? '';
  return path === '' ? '' : ` at ${path}`;
}

/**
 * Returns the reason of an error for the page. The text of an error that is not known may quote what
 * could not be read, and is left out.
 */
export function sayProblem(error: unknown): string {
  if (error instanceof SayableError) return error.message;
  if (error instanceof ZodError) {
    return `what it answers has another form than expected${whereOf(error)}`;
  }
  if (!(error instanceof ClusterError)) return hidden;
  const { reason } = error;
  return plain.some((pattern) => pattern.test(reason)) ? reason : hidden;
}
