// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"slices"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
	cdiv1 "kubevirt.io/containerized-data-importer-api/pkg/apis/core/v1beta1"
)

// keepAnnotation keeps CDI from deleting a DataVolume once it is filled.
const keepAnnotation = "cdi.kubevirt.io/storage.deleteAfterCompletion"

// CreateVolume makes a DataVolume of the volume's name, or finds it; its uid is the disk's serial
// number, by which the node finds the disk.
func (c *controller) CreateVolume(ctx context.Context, request *csi.CreateVolumeRequest) (*csi.CreateVolumeResponse, error) {
	isShared, err := c.checkCreate(request)
	if err != nil {
		return nil, err
	}
	wanted, err := c.renderVolume(ctx, request, isShared)
	if err != nil {
		return nil, err
	}
	volume, err := c.findOrCreate(ctx, wanted)
	if err != nil {
		return nil, err
	}
	bus, isGiven := request.GetParameters()[busParameter]
	if !isGiven {
		bus = defaultBus
	}
	return &csi.CreateVolumeResponse{Volume: &csi.Volume{
		CapacityBytes: request.GetCapacityRange().GetRequiredBytes(),
		VolumeId:      request.GetName(),
		VolumeContext: map[string]string{busParameter: bus, serialParameter: string(volume.GetUID())},
		ContentSource: request.GetVolumeContentSource(),
	}}, nil
}

// checkCreate says whether several nodes may have the volume at once: validateCreateVolumeRequest.
func (c *controller) checkCreate(request *csi.CreateVolumeRequest) (isShared bool, err error) {
	if request.GetName() == "" {
		return false, status.Error(codes.InvalidArgument, "name missing in request")
	}
	if request.GetVolumeCapabilities() == nil {
		return false, status.Error(codes.InvalidArgument, "volume capabilities missing in request")
	}
	isBlock, isShared, err := accessOf(request.GetVolumeCapabilities())
	if err != nil {
		return false, err
	}
	if isShared && !isBlock {
		return false, status.Error(codes.InvalidArgument, "non-block volume with RWX access mode is not supported")
	}
	rules := c.infra.enforcement
	class := request.GetParameters()[classParameter]
	isAllowed := rules.AllowAll || slices.Contains(rules.AllowList, class)
	if class == "" && !rules.AllowAll {
		isAllowed = rules.AllowDefault
	}
	if !isAllowed {
		return false, status.Error(codes.InvalidArgument, "infraStorageclass is not in the allowed list")
	}
	return isShared, nil
}

// renderVolume is the DataVolume of a request. Access modes of a volume that only one node may have
// are left to CDI's StorageProfile.
func (c *controller) renderVolume(ctx context.Context, request *csi.CreateVolumeRequest, isShared bool) (*cdiv1.DataVolume, error) {
	size := *resource.NewScaledQuantity(request.GetCapacityRange().GetRequiredBytes(), 0)
	storage := &cdiv1.StorageSpec{}
	storage.Resources.Requests = corev1.ResourceList{corev1.ResourceStorage: size}
	source, err := c.sourceOf(ctx, request.GetVolumeContentSource())
	if err != nil {
		return nil, err
	}
	if source.PVC != nil {
		// CDI copies no claim that a pod uses; the infra cluster's own CSI driver does.
		storage.DataSourceRef = &corev1.TypedObjectReference{Kind: "PersistentVolumeClaim", Name: source.PVC.Name}
		source = nil
	}
	if isShared {
		storage.AccessModes = []corev1.PersistentVolumeAccessMode{corev1.ReadWriteMany}
	}
	if class := request.GetParameters()[classParameter]; class != "" {
		storage.StorageClassName = &class
	}
	return &cdiv1.DataVolume{
		TypeMeta: metav1.TypeMeta{Kind: "DataVolume", APIVersion: cdiv1.SchemeGroupVersion.String()},
		ObjectMeta: metav1.ObjectMeta{
			Name:        request.GetName(),
			Namespace:   c.infra.namespace,
			Labels:      c.infra.labels,
			Annotations: map[string]string{keepAnnotation: "false"},
		},
		Spec: cdiv1.DataVolumeSpec{Source: source, Storage: storage},
	}, nil
}

// sourceOf is what a volume is made from: determineDvSource.
func (c *controller) sourceOf(ctx context.Context, content *csi.VolumeContentSource) (*cdiv1.DataVolumeSource, error) {
	namespace := c.infra.namespace
	switch {
	case content == nil:
		return &cdiv1.DataVolumeSource{Blank: &cdiv1.DataVolumeBlankImage{}}, nil
	case content.GetSnapshot() != nil:
		id := content.GetSnapshot().GetSnapshotId()
		found, err := c.infra.snapshot(ctx, id)
		if apierrors.IsNotFound(err) {
			return nil, status.Errorf(codes.NotFound, "source snapshot content %s not found", id)
		} else if err != nil {
			return nil, err
		}
		return &cdiv1.DataVolumeSource{Snapshot: &cdiv1.DataVolumeSourceSnapshot{Name: found.Name, Namespace: namespace}}, nil
	case content.GetVolume() != nil:
		id := content.GetVolume().GetVolumeId()
		found, err := c.infra.dataVolume(ctx, id)
		if apierrors.IsNotFound(err) {
			return nil, status.Errorf(codes.NotFound, "source volume content %s not found", id)
		} else if err != nil {
			return nil, err
		}
		return &cdiv1.DataVolumeSource{PVC: &cdiv1.DataVolumeSourcePVC{Name: found.Name, Namespace: namespace}}, nil
	default:
		return nil, status.Error(codes.InvalidArgument, "unknown content type")
	}
}

// findOrCreate refuses a volume that is there with another size.
func (c *controller) findOrCreate(ctx context.Context, wanted *cdiv1.DataVolume) (*cdiv1.DataVolume, error) {
	found, err := c.infra.dataVolume(ctx, wanted.Name)
	if apierrors.IsNotFound(err) {
		klog.Infof("creating new DataVolume %s/%s", wanted.Namespace, wanted.Name)
		made, err := c.infra.createDataVolume(ctx, wanted)
		if err != nil {
			klog.Error("failed creating DataVolume " + wanted.Name)
		}
		return made, err
	}
	if err != nil {
		return nil, err
	}
	if found.Spec.Storage == nil {
		return wanted, nil
	}
	size := found.Spec.Storage.Resources.Requests[corev1.ResourceStorage]
	if size.Cmp(wanted.Spec.Storage.Resources.Requests[corev1.ResourceStorage]) != 0 {
		return nil, status.Error(codes.AlreadyExists, "Requested storage size does not match existing size")
	}
	return found, nil
}
