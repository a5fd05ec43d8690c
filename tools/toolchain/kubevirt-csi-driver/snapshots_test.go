// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"testing"

	"github.com/container-storage-interface/spec/lib/go/csi"
)

const (
	readySnapshot = `{apiVersion: snapshot.storage.k8s.io/v1, kind: VolumeSnapshot,
  metadata: {name: snapshot-1, namespace: cluster-demo, creationTimestamp: "2026-01-02T03:04:05Z", labels: {cluster: demo}},
  spec: {source: {persistentVolumeClaimName: pvc-1}}, status: {readyToUse: true, restoreSize: 1Gi}}`
	tenantClass = `{apiVersion: snapshot.storage.k8s.io/v1, kind: VolumeSnapshotClass,
  metadata: {name: nightly}, driver: csi.kubevirt.io, parameters: {infraSnapshotClassName: rbd}}`
)

func (w *world) snapshot(name, class string) (*csi.Snapshot, string) {
	answer, err := w.controller.CreateSnapshot(context.Background(), &csi.CreateSnapshotRequest{
		Name:           name,
		SourceVolumeId: "pvc-1",
		Parameters:     map[string]string{"infraSnapshotClassName": class},
	})
	return answer.GetSnapshot(), message(err)
}

func TestASnapshotThatIsThereIsTold(t *testing.T) {
	told, failure := newWorld(t, readySnapshot).snapshot("snapshot-1", "rbd")
	expect(t, failure, "")
	expect(t, told, map[string]any{
		"size_bytes":       gib,
		"snapshot_id":      "snapshot-1",
		"source_volume_id": "pvc-1",
		"creation_time":    map[string]any{"seconds": 1767323045},
		"ready_to_use":     true,
	})
}

func TestASnapshotIsTakenByAClassThatIsMappedAndAwaited(t *testing.T) {
	w := newWorld(t, ownVolume, ownClaim, tenantClass)
	_, failure := w.snapshot("snapshot-2", "rbd")
	expect(t, failure, "context deadline exceeded")
	made, err := w.objects.Tracker().Get(snapshots, "cluster-demo", "snapshot-2")
	expect(t, message(err), "")
	content := parse(t, text(t, made)).Object
	expect(t, content["metadata"].(map[string]any)["labels"], map[string]string{"cluster": "demo"})
	expect(t, content["spec"], map[string]any{
		"source":                  map[string]any{"persistentVolumeClaimName": "pvc-1"},
		"volumeSnapshotClassName": "rbd",
	})
}

func TestARefusalNamesTheTenantsOwnClasses(t *testing.T) {
	w := newWorld(t, ownVolume, ownClaim, tenantClass)
	_, failure := w.snapshot("snapshot-2", "other")
	expect(t, failure, "volume snapshot class other is not compatible with PVC with storage class fast, "+
		"valid snapshot classes for this pvc are [nightly]")
	_, failure = w.snapshot("snapshot-2", "")
	expect(t, failure, "unable to determine volume snapshot class name for snapshot creation, "+
		"valid snapshot classes are [nightly]")
	w.controller.infra.enforcement.Mapping = nil
	_, failure = w.snapshot("snapshot-2", "rbd")
	expect(t, failure, "unable to determine volume snapshot class name for snapshot creation, "+
		"no valid snapshot classes found")
}

func (w *world) list(wanted *csi.ListSnapshotsRequest) (names []string, next, failure string) {
	answer, err := w.controller.ListSnapshots(context.Background(), wanted)
	for _, entry := range answer.GetEntries() {
		names = append(names, entry.GetSnapshot().GetSnapshotId())
	}
	return names, answer.GetNextToken(), message(err)
}

func TestSnapshotsAreListedByIdAndByVolume(t *testing.T) {
	w := newWorld(t, readySnapshot)
	names, _, _ := w.list(&csi.ListSnapshotsRequest{SnapshotId: "snapshot-1"})
	expect(t, names, []string{"snapshot-1"})
	names, _, failure := w.list(&csi.ListSnapshotsRequest{SnapshotId: "snapshot-9"})
	expect(t, []any{names, failure}, []any{nil, ""})
	names, _, _ = w.list(&csi.ListSnapshotsRequest{SourceVolumeId: "pvc-1"})
	expect(t, names, []string{"snapshot-1"})
	names, _, _ = w.list(&csi.ListSnapshotsRequest{SourceVolumeId: "pvc-9"})
	expect(t, names, nil)
	_, _, failure = w.list(&csi.ListSnapshotsRequest{StartingToken: "x"})
	expect(t, failure, `strconv.ParseUint: parsing "x": invalid syntax`)
}
