// SPDX-License-Identifier: Apache-2.0
import { Server, ServerCredentials } from '@grpc/grpc-js';
import services from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import { systemClock, type AnyLifecycle, type Clock } from '../lifecycle/index.ts';
import { engineLog, noLog, type EngineLog } from './engine-log.ts';
import { providerService } from './provider-service.ts';

/** Pulumi's own limit for messages. @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/util/rpcutil/serve.go */
const maxMessageBytes = 400 * 1024 * 1024;

export interface ServeOptions {
  /**
   * Address that Pulumi's engine listens on; undefined where several engines share the process. Then
   * nothing is logged, and an engine that ends interrupts nobody: they may only preview and look.
   */
  readonly engineAddress: string | undefined;
  /** Clock for waits and terms. @default the clock of the computer */
  readonly clock?: Clock;
  /** Log for messages. @default the log of Pulumi's engine */
  readonly log?: EngineLog;
  /** Returns the lifecycle of a resource type; throws for an unknown type. */
  readonly lifecycleOf: (type: string) => AnyLifecycle;
  /** Version that Pulumi gets; a class of another version causes a warning. @default '0.1.0', which no class asks for */
  readonly version?: string;
}

/**
 * Serves the provider on a free port of the loopback interface.
 *
 * @returns the port.
 */
export async function serve(options: ServeOptions): Promise<number> {
  const { clock = systemClock, engineAddress } = options;
  const isShared = engineAddress === undefined;
  const log = options.log ?? (isShared ? noLog : engineLog(engineAddress));
  const { lifecycleOf, version = '0.1.0' } = options;
  const server = new Server({ 'grpc.max_receive_message_length': maxMessageBytes });
  server.addService(
    services.ResourceProviderService,
    providerService({ clock, log, lifecycleOf, version, isShared }),
  );
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}
