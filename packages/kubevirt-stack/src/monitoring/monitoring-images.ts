// SPDX-License-Identifier: Apache-2.0
import type { MonitoringImage, Release } from '@strata/contracts';

/** All images that monitoring runs, under the names that this environment pulls them by. */
export type MonitoringImages = Readonly<Record<MonitoringImage, string>>;

/**
 * Returns the images of monitoring in a release.
 *
 * @param mirror - maps an image to the name that this environment pulls it by.
 * @default upstream's name
 */
export function monitoringImages(
  { images }: Pick<Release, 'images'>,
  mirror: (image: string) => string = (image) => image,
): MonitoringImages {
  const imageOf = (name: MonitoringImage) => mirror(images[name].image);
  return {
    alertmanager: imageOf('alertmanager'),
    'blackbox-exporter': imageOf('blackbox-exporter'),
    grafana: imageOf('grafana'),
    'kube-state-metrics': imageOf('kube-state-metrics'),
    'node-exporter': imageOf('node-exporter'),
    prometheus: imageOf('prometheus'),
  };
}

/**
 * Returns `v3.15.0` of `quay.io/prometheus/prometheus:v3.15.0`, with or without a digest; the
 * operator adapts to this version.
 */
export function versionOf(image: string): string | undefined {
  return /^[^@]*:([^/@]+)(?:@|$)/.exec(image)?.[1];
}
