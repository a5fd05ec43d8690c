// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '../log.ts';

/** gRPC's codes, as far as the driver answers with them. */
export type CsiCode =
  'InvalidArgument' | 'NotFound' | 'AlreadyExists' | 'FailedPrecondition' | 'Unknown';

/** What the driver answers to a sidecar, in the words in which the sidecar passes it on. */
export class CsiError extends Error {
  override readonly name = 'CsiError';
  readonly code: CsiCode;

  constructor(code: CsiCode, description: string) {
    super(`rpc error: code = ${code} desc = ${description}`);
    this.code = code;
  }
}

/** One call of the driver: whatever fails without a code arrives at the sidecar as Unknown. */
export async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CsiError ? error : new CsiError('Unknown', messageOf(error));
  }
}
