// SPDX-License-Identifier: Apache-2.0
import { status, type handleUnaryCall, type UntypedServiceImplementation } from '@grpc/grpc-js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import empties from 'google-protobuf/google/protobuf/empty_pb.js';
import plugins from '@pulumi/pulumi/proto/plugin_pb.js';
import messages from '@pulumi/pulumi/proto/provider_pb.js';
import type * as provider from '@pulumi/pulumi/proto/provider_pb.js';
import { startFunction } from '../start-function.ts';
import type { AnyLifecycle, Clock, Work } from '../lifecycle/index.ts';
import { ResourceServer, type Changes } from './resource-server.ts';
import type { EngineLog } from './engine-log.ts';
import type { WireProperties } from './property-values.ts';

/** Fields of every request about a resource. */
interface ResourceRequest {
  getUrn: () => string;
  getType: () => string;
}

type JavaScriptValues = Parameters<typeof structs.Struct.fromJavaScript>[0];

type WireStruct = InstanceType<typeof structs.Struct>;

/** Returns the gRPC service of Pulumi's provider protocol for the lifecycles. */
export function providerService(host: {
  readonly clock: Clock;
  readonly log: EngineLog;
  readonly lifecycleOf: (type: string) => AnyLifecycle;
  /** Version of the plugin. */
  readonly version: string;
  /** Whether several engines share the process: none of them may interrupt the others. */
  readonly isShared: boolean;
}): UntypedServiceImplementation {
  const interrupted = new AbortController();
  const serverOf = (request: ResourceRequest) => {
    const urn = request.getUrn();
    const work: Work = {
      urn,
      clock: host.clock,
      signal: interrupted.signal,
      status: (message) => host.log.status(urn, message),
      info: (message) => host.log.info(urn, message),
    };
    return new ResourceServer(host.lifecycleOf(request.getType()), work);
  };
  return {
    getPluginInfo: answer(() => new plugins.PluginInfo().setVersion(host.version)),
    getSchema: answer(() => new messages.GetSchemaResponse().setSchema('{}')),
    configure: answer(() =>
      new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true),
    ),
    // An engine calls it when it has not started the process itself, but found it by
    // PULUMI_DEBUG_PROVIDERS.
    attach: answer(() => new empties.Empty()),
    cancel: answer(() => {
      if (!host.isShared) {
        interrupted.abort(new Error('interrupted; run the same command again to go on'));
      }
      return new empties.Empty();
    }),
    invoke: answer((request: provider.InvokeRequest) => {
      const called = request.getTok();
      if (called !== startFunction) throw new Error(`there is no function ${called}`);
      return new messages.InvokeResponse();
    }),
    check: answer((request: provider.CheckRequest) => {
      const { inputs, problems } = serverOf(request).check(
        properties(request.getNews()),
        properties(request.getOlds()),
      );
      const failures = problems.map(({ property, reason }) =>
        new messages.CheckFailure().setProperty(property).setReason(`${property} ${reason}`),
      );
      return new messages.CheckResponse().setInputs(struct(inputs)).setFailuresList(failures);
    }),
    diff: answer((request: provider.DiffRequest) =>
      diffResponse(serverOf(request).diff(properties(request.getNews()), before(request))),
    ),
    ...resourceCalls(serverOf, () => {
      if (host.isShared)
        throw new Error('several engines share this plugin, which changes nothing');
    }),
  };
}

/**
 * Returns the calls that create, update, read and delete resources.
 *
 * @param mayChange - throws where this process only previews and looks.
 */
function resourceCalls(
  serverOf: (request: ResourceRequest) => ResourceServer,
  mayChange: () => void,
): UntypedServiceImplementation {
  return {
    create: answer(async (request: provider.CreateRequest) => {
      if (!request.getPreview()) mayChange();
      const server = serverOf(request);
      const inputs = properties(request.getProperties());
      const outputs = await (request.getPreview() ? server.preview(inputs) : server.create(inputs));
      const id = request.getPreview() ? '' : request.getName();
      return new messages.CreateResponse().setId(id).setProperties(struct(outputs));
    }),
    update: answer(async (request: provider.UpdateRequest) => {
      if (!request.getPreview()) mayChange();
      const server = serverOf(request);
      const inputs = properties(request.getNews());
      const outputs = await (request.getPreview()
        ? server.preview(inputs, before(request))
        : server.update(inputs, before(request)));
      return new messages.UpdateResponse().setProperties(struct(outputs));
    }),
    read: answer(async (request: provider.ReadRequest) => {
      const inputs = properties(request.getInputs());
      const outputs = properties(request.getProperties());
      const found = await serverOf(request).read({ inputs, outputs });
      return new messages.ReadResponse()
        .setId(request.getId())
        .setInputs(struct(inputs))
        .setProperties(struct(found));
    }),
    delete: answer(async (request: provider.DeleteRequest) => {
      mayChange();
      const inputs = properties(request.getOldInputs());
      const outputs = properties(request.getProperties());
      await serverOf(request).delete({ inputs, outputs });
      return new empties.Empty();
    }),
  };
}

function diffResponse(changes: Changes): provider.DiffResponse {
  const { DiffChanges } = messages.DiffResponse;
  const { Kind } = messages.PropertyDiff;
  const response = new messages.DiffResponse()
    .setChanges(changes.length === 0 ? DiffChanges.DIFF_NONE : DiffChanges.DIFF_SOME)
    .setReplacesList(changes.filter(({ isReplacing }) => isReplacing).map(({ name }) => name))
    .setDiffsList(changes.map(({ name }) => name))
    .setHasdetaileddiff(true);
  for (const { name, isReplacing } of changes) {
    const kind = isReplacing ? Kind.UPDATE_REPLACE : Kind.UPDATE;
    const diff = new messages.PropertyDiff().setKind(kind).setInputdiff(true);
    response.getDetaileddiffMap().set(name, diff);
  }
  return response;
}

function before(request: provider.DiffRequest | provider.UpdateRequest) {
  return {
    inputs: properties(request.getOldInputs()),
    outputs: properties(request.getOlds()),
  };
}

function properties(wire: WireStruct | undefined): WireProperties {
  return wire?.toJavaScript() ?? {};
}

function struct(values: WireProperties): WireStruct {
  return structs.Struct.fromJavaScript(values as JavaScriptValues);
}

function answer<Request, Response>(
  respond: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return (call, callback) => {
    void (async () => respond(call.request))().then(
      (response) => callback(null, response),
      (error: unknown) => callback({ code: status.UNKNOWN, details: messageOf(error) }),
    );
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
