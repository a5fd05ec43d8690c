// SPDX-License-Identifier: Apache-2.0
import { promisify } from 'node:util';
import * as server from '@pulumi/policy/server.js';
import analyzer from '@pulumi/pulumi/proto/analyzer_pb.js';
import gstruct from 'google-protobuf/google/protobuf/struct_pb.js';
import './deserialize-once.ts';

/** The function that the engine calls for each resource; the library's types do not declare it. */
const { makeAnalyzeRpcFun } = server as unknown as {
  readonly makeAnalyzeRpcFun: (
    pack: string,
    version: string,
    level: string,
    policies: readonly object[],
  ) => (call: object, done: (error: Error | null) => void) => void;
};

/**
 * Counts how often the library deserializes one resource for a number of policies that all look at
 * it.
 */
async function judge(policies: number) {
  const properties = gstruct.Struct.fromJavaScript({ data: { answer: 42 } });
  const toJavaScript = properties.toJavaScript.bind(properties);
  let times = 0;
  properties.toJavaScript = () => {
    times += 1;
    return toJavaScript();
  };
  const request = new analyzer.AnalyzeRequest();
  request.setType('kubernetes:core/v1:ConfigMap');
  request.setProperties(properties);
  request.setOptions(new analyzer.AnalyzerResourceOptions());
  const seen: unknown[] = [];
  const policy = (_: unknown, index: number) => ({
    name: `policy-${index}`,
    description: 'looks',
    enforcementLevel: 'mandatory',
    validateResource: ({ props }: { readonly props: { readonly data: { answer: number } } }) =>
      seen.push(props.data.answer),
  });
  const all = Array.from({ length: policies }, policy);
  await promisify(makeAnalyzeRpcFun('strata', '1.0.0', 'mandatory', all))({ request });
  return { seen, times };
}

test('a resource is deserialized once, for any number of policies', async () => {
  expect(await judge(3)).toEqual({ seen: [42, 42, 42], times: 1 });
});
