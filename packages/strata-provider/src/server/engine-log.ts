// SPDX-License-Identifier: Apache-2.0
import { credentials } from '@grpc/grpc-js';
import { printableLine } from '@strata/contracts/one-line';

/**
 * Log in Pulumi's output, beside a resource. It never fails, because a lost line must not stop the work.
 * Messages may have texts of user clusters in them, so each is printed on one line.
 */
export interface EngineLog {
  /** Prints a line that stays. */
  readonly info: (urn: string, message: string) => void;
  /** Prints a status that the next line replaces. */
  readonly status: (urn: string, message: string) => void;
}

/** Log that nobody shows. */
export const noLog: EngineLog = { info: () => undefined, status: () => undefined };

/** Returns a log that Pulumi's engine shows; it connects with the first line. */
export function engineLog(engineAddress: string): EngineLog {
  const client = connected(engineAddress);
  const write = async (urn: string, message: string, isEphemeral: boolean) => {
    const { engine, messages } = await client();
    const request = new messages.LogRequest();
    request.setSeverity(messages.LogSeverity.INFO);
    request.setUrn(urn);
    request.setMessage(printableLine(message));
    request.setEphemeral(isEphemeral);
    engine.log(request, () => undefined);
  };
  return {
    info: (urn, message) => void write(urn, message, false).catch(() => undefined),
    status: (urn, message) => void write(urn, message, true).catch(() => undefined),
  };
}

function connected(engineAddress: string) {
  const connect = async () => {
    const { default: messages } = await import('@pulumi/pulumi/proto/engine_pb.js');
    const { default: services } = await import('@pulumi/pulumi/proto/engine_grpc_pb.js');
    const engine = new services.EngineClient(engineAddress, credentials.createInsecure());
    return { engine, messages };
  };
  let connection: ReturnType<typeof connect> | undefined;
  return () => (connection ??= connect());
}
