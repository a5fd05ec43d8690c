// SPDX-License-Identifier: Apache-2.0
import { credentials } from '@grpc/grpc-js';

/** Writes into Pulumi's output, beside a resource. Never fails: a lost line is no reason to stop. */
export interface EngineLog {
  /** A line that stays. */
  readonly info: (urn: string, message: string) => void;
  /** Where something stands; the next line takes its place. */
  readonly status: (urn: string, message: string) => void;
}

/** A log that Pulumi's engine shows. It connects when there is something to say. */
export function engineLog(engineAddress: string): EngineLog {
  const client = connected(engineAddress);
  const write = async (urn: string, message: string, isEphemeral: boolean) => {
    const { engine, messages } = await client();
    const request = new messages.LogRequest();
    request.setSeverity(messages.LogSeverity.INFO);
    request.setUrn(urn);
    request.setMessage(message);
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
