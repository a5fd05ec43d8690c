// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"strconv"

	"github.com/container-storage-interface/spec/lib/go/csi"
	snapshotv1 "github.com/kubernetes-csi/external-snapshotter/client/v8/apis/volumesnapshot/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// CreateSnapshot makes a VolumeSnapshot of the volume's claim, or finds it. A new one is awaited, for
// its size is not known before it is ready.
func (c *controller) CreateSnapshot(ctx context.Context, request *csi.CreateSnapshotRequest) (*csi.CreateSnapshotResponse, error) {
	name, volume := request.GetName(), request.GetSourceVolumeId()
	if name == "" {
		return nil, status.Error(codes.InvalidArgument, "name missing in request")
	}
	if volume == "" {
		return nil, status.Error(codes.InvalidArgument, "source volume id missing in request")
	}
	found, err := c.infra.snapshot(ctx, name)
	if apierrors.IsNotFound(err) {
		found, err = c.takeSnapshot(ctx, request)
	} else if err == nil && !isOfVolume(found, volume) {
		err = status.Errorf(codes.AlreadyExists, "snapshot with the same name: %s but with different SourceVolumeId already exist", name)
	}
	if err != nil {
		return nil, err
	}
	return &csi.CreateSnapshotResponse{Snapshot: tell(found)}, nil
}

func (c *controller) takeSnapshot(ctx context.Context, request *csi.CreateSnapshotRequest) (*snapshotv1.VolumeSnapshot, error) {
	volume := request.GetSourceVolumeId()
	if _, err := c.infra.dataVolume(ctx, volume); apierrors.IsNotFound(err) {
		return nil, status.Errorf(codes.NotFound, "source volume %s not found", volume)
	} else if err != nil {
		return nil, err
	}
	class := request.GetParameters()[snapshotClassParameter]
	made, err := c.infra.createSnapshot(ctx, request.GetName(), volume, class)
	if err != nil {
		return nil, err
	}
	if err := c.infra.awaitSnapshot(ctx, made.Name); err != nil {
		return nil, err
	}
	return c.infra.snapshot(ctx, made.Name)
}

// DeleteSnapshot deletes the VolumeSnapshot; one that is gone is deleted.
func (c *controller) DeleteSnapshot(ctx context.Context, request *csi.DeleteSnapshotRequest) (*csi.DeleteSnapshotResponse, error) {
	if request.GetSnapshotId() == "" {
		return nil, status.Error(codes.InvalidArgument, "snapshot id missing in request")
	}
	if err := c.infra.deleteSnapshot(ctx, request.GetSnapshotId()); err != nil {
		return nil, err
	}
	return &csi.DeleteSnapshotResponse{}, nil
}

// ListSnapshots lists one snapshot, those of a volume, or all of this tenant. The snapshotter asks
// by it whether a snapshot has become ready.
func (c *controller) ListSnapshots(ctx context.Context, request *csi.ListSnapshotsRequest) (*csi.ListSnapshotsResponse, error) {
	if id := request.GetSnapshotId(); id != "" {
		found, err := c.infra.snapshot(ctx, id)
		if apierrors.IsNotFound(err) {
			return &csi.ListSnapshotsResponse{}, nil
		} else if err != nil {
			return nil, err
		}
		return pageOf(request, []*snapshotv1.VolumeSnapshot{found})
	}
	all, err := c.infra.listSnapshots(ctx)
	if err != nil {
		return nil, err
	}
	items := []*snapshotv1.VolumeSnapshot{}
	for _, one := range all {
		if request.GetSourceVolumeId() == "" || isOfVolume(one, request.GetSourceVolumeId()) {
			items = append(items, one)
		}
	}
	return pageOf(request, items)
}

// pageOf is upstream's createSnapshotResponseFromItems: a token is the number of the first item, from
// 1. As upstream, a page before which only one item is left has no token.
func pageOf(request *csi.ListSnapshotsRequest, items []*snapshotv1.VolumeSnapshot) (*csi.ListSnapshotsResponse, error) {
	response := &csi.ListSnapshotsResponse{}
	if len(items) == 0 {
		return response, nil
	}
	token := request.GetStartingToken()
	if token == "" || token == "0" {
		token = "1"
	}
	number, err := strconv.ParseUint(token, 10, 32)
	if err != nil {
		return nil, err
	}
	start, end := int(number)-1, len(items)
	if most := int(request.GetMaxEntries()); most > 0 {
		end = min(start+most, len(items))
	}
	if start > end {
		return nil, status.Errorf(codes.Aborted, "invalid starting_token %s", token)
	}
	for _, one := range items[start:end] {
		response.Entries = append(response.Entries, &csi.ListSnapshotsResponse_Entry{Snapshot: tell(one)})
	}
	if end < len(items)-1 {
		response.NextToken = strconv.Itoa(end + 1)
	}
	return response, nil
}

func isOfVolume(snapshot *snapshotv1.VolumeSnapshot, volume string) bool {
	name := snapshot.Spec.Source.PersistentVolumeClaimName
	return name != nil && *name == volume
}

// tell is upstream's createCsiSnapshot.
func tell(snapshot *snapshotv1.VolumeSnapshot) *csi.Snapshot {
	told := &csi.Snapshot{
		SnapshotId:     snapshot.Name,
		SourceVolumeId: *snapshot.Spec.Source.PersistentVolumeClaimName,
		CreationTime:   timestamppb.New(snapshot.GetCreationTimestamp().Time),
	}
	if snapshot.Status == nil {
		return told
	}
	if snapshot.Status.ReadyToUse != nil {
		told.ReadyToUse = *snapshot.Status.ReadyToUse
	}
	if snapshot.Status.RestoreSize != nil {
		told.SizeBytes = snapshot.Status.RestoreSize.Value()
	}
	return told
}
