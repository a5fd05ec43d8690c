// SPDX-License-Identifier: Apache-2.0
import type { Interval } from './intervals.ts';
import type { Part } from './parts.ts';

/** Span as OpenTelemetry writes it, as far as it is read. */
interface OtlpSpan {
  readonly name: string;
  /** 3 is a client. @default unspecified */
  readonly kind?: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string };
  }[];
}

interface OtlpLine {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** Span of the engine. */
export interface EngineSpan extends Interval {
  /** Part that works in it, or the whole life of the program's Node. */
  readonly part: Part | 'life of Node';
  /** Call or step, such as `Configure`. */
  readonly name: string;
}

/** Part and name of a span. */
type Place = readonly [EngineSpan['part'], string];

const client = 3;

/** Steps that have a name of their own in Pulumi's trace. */
const steps: Readonly<Partial<Record<string, Place>>> = {
  execNodejs: ['life of Node', 'Run'],
  // The file backend copies the state before it, and then writes the new one.
  'gocloud.dev/blob.Copy': ['checkpoint writes', 'copy of the state'],
  'gocloud.dev/blob.NewWriter': ['checkpoint writes', 'write of the state'],
};

/** Parts of the services that the engine calls. */
const services: Readonly<Partial<Record<string, Part>>> = {
  'pulumirpc.ResourceProvider': 'provider plug-ins',
  'pulumirpc.LanguageRuntime': 'language host',
};

/** Parts of the kinds of plug-ins that the engine starts. */
const kinds: Readonly<Partial<Record<string, Part>>> = {
  resource: 'provider plug-ins',
  language: 'language host',
};

function placeOf({ attributes = [], kind, name }: OtlpSpan): Place | undefined {
  if (name === 'newPlugin') {
    const of = kinds[attributes.find(({ key }) => key === 'kind')?.value.stringValue ?? ''];
    return of && [of, 'start of a plug-in'];
  }
  const [service = '', method = ''] = name.split('/');
  const called = services[service];
  // A call is written by both ends: the client's span has the way there and back in it.
  return called !== undefined && kind === client ? [called, method] : steps[name];
}

const milliseconds = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1_000n) / 1_000;

/**
 * Returns the spans of a trace that belong to a part.
 *
 * @param text - OTLP in JSON, one line for each export, as `--otel-traces file://` writes it.
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/util/otelreceiver/file_exporter.go
 */
export function readEngineSpans(text: string): readonly EngineSpan[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines
    .flatMap((line) => (JSON.parse(line) as OtlpLine).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .flatMap((span) => {
      const place = placeOf(span);
      if (place === undefined) return [];
      const [part, name] = place;
      const begin = milliseconds(span.startTimeUnixNano);
      return [{ part, name, begin, end: milliseconds(span.endTimeUnixNano) }];
    });
}
