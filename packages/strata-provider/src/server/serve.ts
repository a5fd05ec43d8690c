// SPDX-License-Identifier: Apache-2.0
import { Server, ServerCredentials } from '@grpc/grpc-js';
import services from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import { systemClock, type AnyLifecycle, type Clock } from '../lifecycle/index.ts';
import { engineLog, type EngineLog } from './engine-log.ts';
import { providerService } from './provider-service.ts';

/** @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/util/rpcutil/serve.go */
const maxMessageBytes = 400 * 1024 * 1024;

export interface ServeOptions {
  /** Where Pulumi's engine listens. */
  readonly engineAddress: string;
  /** @default the machine's */
  readonly clock?: Clock;
  /** @default Pulumi's own */
  readonly log?: EngineLog;
  /** What the plugin knows about a kind of resource; throws for one that it has not. */
  readonly lifecycleOf: (type: string) => AnyLifecycle;
  /** What Pulumi is told; a class of another version warns. @default '0.1.0', which nothing asks for */
  readonly version?: string;
}

/**
 * Serves the provider on a free port of the loopback.
 *
 * @returns the port.
 */
export async function serve(options: ServeOptions): Promise<number> {
  const { engineAddress, clock = systemClock, log = engineLog(engineAddress) } = options;
  const { lifecycleOf, version = '0.1.0' } = options;
  const server = new Server({ 'grpc.max_receive_message_length': maxMessageBytes });
  server.addService(
    services.ResourceProviderService,
    providerService({ clock, log, lifecycleOf, version }),
  );
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}
