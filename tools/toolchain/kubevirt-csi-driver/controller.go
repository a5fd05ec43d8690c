// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/klog/v2"
)

// Parameters of the tenant's classes, and keys of a volume's context.
const (
	classParameter         = "infraStorageClassName"
	snapshotClassParameter = "infraSnapshotClassName"
	busParameter           = "bus"
	serialParameter        = "serial"
	defaultBus             = "scsi"
)

// controller is CSI's Controller service: service/controller.go.
type controller struct {
	csi.UnimplementedControllerServer
	infra *infra
}

// ControllerGetCapabilities lists upstream's controllerCaps.
func (c *controller) ControllerGetCapabilities(context.Context, *csi.ControllerGetCapabilitiesRequest) (*csi.ControllerGetCapabilitiesResponse, error) {
	response := &csi.ControllerGetCapabilitiesResponse{}
	for _, kind := range []csi.ControllerServiceCapability_RPC_Type{
		csi.ControllerServiceCapability_RPC_CREATE_DELETE_VOLUME,
		csi.ControllerServiceCapability_RPC_PUBLISH_UNPUBLISH_VOLUME,
		csi.ControllerServiceCapability_RPC_CREATE_DELETE_SNAPSHOT,
		csi.ControllerServiceCapability_RPC_LIST_SNAPSHOTS,
		csi.ControllerServiceCapability_RPC_CLONE_VOLUME,
		csi.ControllerServiceCapability_RPC_EXPAND_VOLUME,
	} {
		response.Capabilities = append(response.Capabilities, &csi.ControllerServiceCapability{
			Type: &csi.ControllerServiceCapability_Rpc{Rpc: &csi.ControllerServiceCapability_RPC{Type: kind}},
		})
	}
	return response, nil
}

// DeleteVolume deletes the volume's DataVolume.
func (c *controller) DeleteVolume(ctx context.Context, request *csi.DeleteVolumeRequest) (*csi.DeleteVolumeResponse, error) {
	if request.GetVolumeId() == "" {
		return nil, status.Error(codes.InvalidArgument, "Volume ID missing in request")
	}
	if err := c.infra.deleteDataVolume(ctx, request.GetVolumeId()); err != nil {
		klog.Error("failed deleting DataVolume " + request.GetVolumeId())
		return nil, err
	}
	return &csi.DeleteVolumeResponse{}, nil
}

// ValidateVolumeCapabilities confirms whatever is asked of a volume that has a file system.
func (c *controller) ValidateVolumeCapabilities(ctx context.Context, request *csi.ValidateVolumeCapabilitiesRequest) (*csi.ValidateVolumeCapabilitiesResponse, error) {
	id := request.GetVolumeId()
	if id == "" {
		return nil, status.Error(codes.InvalidArgument, "volume ID not provided")
	}
	if len(request.GetVolumeCapabilities()) == 0 {
		return nil, status.Errorf(codes.InvalidArgument, "volumeCapabilities not provided for %s", id)
	}
	for _, capability := range request.GetVolumeCapabilities() {
		if capability.GetMount() == nil {
			return nil, status.Error(codes.InvalidArgument, "mount type is undefined")
		}
	}
	if _, err := c.infra.dataVolume(ctx, id); apierrors.IsNotFound(err) {
		return nil, status.Errorf(codes.NotFound, "volume %s not found", id)
	} else if err != nil {
		return nil, err
	}
	return &csi.ValidateVolumeCapabilitiesResponse{
		Confirmed: &csi.ValidateVolumeCapabilitiesResponse_Confirmed{
			VolumeContext:      request.GetVolumeContext(),
			VolumeCapabilities: request.GetVolumeCapabilities(),
			Parameters:         request.GetParameters(),
		},
	}, nil
}

// ControllerExpandVolume lets the volume's claim grow and waits until its storage has.
func (c *controller) ControllerExpandVolume(ctx context.Context, request *csi.ControllerExpandVolumeRequest) (*csi.ControllerExpandVolumeResponse, error) {
	id := request.GetVolumeId()
	if id == "" {
		return nil, status.Error(codes.InvalidArgument, "Volume ID not provided")
	}
	if request.GetCapacityRange() == nil {
		return nil, status.Error(codes.InvalidArgument, "Capacity range not provided")
	}
	bytes := request.GetCapacityRange().GetRequiredBytes()
	if err := c.infra.expandClaim(ctx, id, bytes); apierrors.IsNotFound(err) {
		return nil, status.Errorf(codes.NotFound, "volume %s not found", id)
	} else if err != nil {
		return nil, status.Errorf(codes.Internal, "Failed to expand PVC %s: %v", id, err)
	}
	if err := c.infra.awaitGrowth(ctx, id); err != nil {
		klog.Errorf("controller resize for volume %s failed to be completed in time (2m) %v", id, err)
		return nil, err
	}
	return &csi.ControllerExpandVolumeResponse{
		CapacityBytes: bytes,
		// Only a file system has to be told.
		NodeExpansionRequired: request.GetVolumeCapability().GetBlock() == nil,
	}, nil
}

// accessOf says what the capabilities ask for: getAccessMode. Of several modes the last one counts.
func accessOf(capabilities []*csi.VolumeCapability) (isBlock, isShared bool, err error) {
	for _, capability := range capabilities {
		if capability.GetBlock() != nil {
			isBlock = true
		}
		if mode := capability.GetAccessMode(); mode != nil {
			isShared, err = isSharedMode(mode)
		}
	}
	return isBlock, isShared, err
}

// isSharedMode says whether several nodes may have the volume at once: hasRWXCapabiltyAccessMode.
func isSharedMode(mode *csi.VolumeCapability_AccessMode) (bool, error) {
	switch mode.GetMode() {
	case csi.VolumeCapability_AccessMode_SINGLE_NODE_WRITER,
		csi.VolumeCapability_AccessMode_SINGLE_NODE_READER_ONLY,
		csi.VolumeCapability_AccessMode_SINGLE_NODE_SINGLE_WRITER,
		csi.VolumeCapability_AccessMode_SINGLE_NODE_MULTI_WRITER:
		return false, nil
	case csi.VolumeCapability_AccessMode_MULTI_NODE_READER_ONLY,
		csi.VolumeCapability_AccessMode_MULTI_NODE_SINGLE_WRITER,
		csi.VolumeCapability_AccessMode_MULTI_NODE_MULTI_WRITER:
		return true, nil
	}
	return false, errors.New("unknown volume capability")
}
