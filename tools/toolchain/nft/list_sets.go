// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// dumpSets asks for the sets and maps of a table, or of all of a family, less those of rules.
func (s *socket) dumpSets(family, table string) ([]read, error) {
	var a attributes
	if table != "" {
		a = a.text(unix.NFTA_SET_TABLE, table)
	}
	found, err := s.dump(unix.NFT_MSG_GETSET, families[family], a)
	return slices.DeleteFunc(found, func(r read) bool {
		return r.be32(unix.NFTA_SET_FLAGS)&unix.NFT_SET_ANONYMOUS != 0
	}), err
}

// setTypes tells what the sets of a table hold, as far as rules of kube-proxy can use them.
func (s *socket) setTypes(family, table string) (map[string]setType, error) {
	found, err := s.dumpSets(family, table)
	if err == unix.ENOENT {
		return nil, nil
	}
	types := map[string]setType{}
	for _, r := range found {
		isMap := r.be32(unix.NFTA_SET_FLAGS)&unix.NFT_SET_MAP != 0
		types[r.text(unix.NFTA_SET_NAME)] = setType{isMap: isMap, key: keyOf(r.be32(unix.NFTA_SET_KEY_TYPE))}
	}
	return types, err
}

// listSets lists the sets and maps of one table, or the sets of all of a family.
func (s *socket) listSets(family, table, name string, isTerse bool) ([]object, error) {
	found, err := s.dumpSets(family, table)
	if err != nil {
		return nil, err
	}
	var objects []object
	for _, r := range found {
		kind, isMap := "set", r.be32(unix.NFTA_SET_FLAGS)&unix.NFT_SET_MAP != 0
		if isMap {
			kind = "map"
		}
		of := r.text(unix.NFTA_SET_TABLE)
		if isMap && table == "" || name != "" && r.text(unix.NFTA_SET_NAME) != name {
			continue
		}
		properties := setProperties(family, of, r)
		if !isTerse {
			elements, err := s.elements(family, of, r.text(unix.NFTA_SET_NAME), keyOf(r.be32(unix.NFTA_SET_KEY_TYPE)), isMap)
			if err != nil {
				return nil, err
			}
			if len(elements) > 0 {
				properties["elem"] = elements
			}
		}
		objects = append(objects, object{kind: properties})
	}
	return objects, nil
}

func setProperties(family, table string, r read) map[string]any {
	types := keyOf(r.be32(unix.NFTA_SET_KEY_TYPE))
	properties := map[string]any{
		"family": family, "table": table, "name": r.text(unix.NFTA_SET_NAME),
		"handle": r.be64(nftaSetHandle),
	}
	if len(types) == 1 {
		properties["type"] = types[0].name
	} else {
		names := []string{}
		for _, part := range types {
			names = append(names, part.name)
		}
		properties["type"] = names
	}
	if r.be32(unix.NFTA_SET_FLAGS)&unix.NFT_SET_MAP != 0 {
		properties["map"] = "verdict"
	}
	if size := r.inside(unix.NFTA_SET_DESC).be32(unix.NFTA_SET_DESC_SIZE); size > 0 {
		properties["size"] = size
	}
	if r.be32(unix.NFTA_SET_FLAGS)&unix.NFT_SET_TIMEOUT != 0 {
		// nft 1.0.6 does not name the flag dynamic here (src/json.c, set_print_json).
		properties["flags"] = []string{"timeout"}
		properties["timeout"] = seconds(r.be64(unix.NFTA_SET_TIMEOUT))
	}
	setComment(properties, readComment(r[unix.NFTA_SET_USERDATA], commentOfSet))
	return properties
}

func seconds(milliseconds uint64) uint64 {
	return uint64((time.Duration(milliseconds) * time.Millisecond).Seconds())
}

func (s *socket) listSet(kind, family, table, name string, isTerse bool) ([]object, error) {
	objects, err := s.listSets(family, table, name, isTerse)
	if err == nil && (len(objects) == 0 || objects[0][kind] == nil) {
		return nil, unix.ENOENT
	}
	return objects, err
}

// elements lists what is in a set or a map, in the order of the keys.
func (s *socket) elements(family, table, set string, types key, isMap bool) ([]any, error) {
	a := attributes{}.text(unix.NFTA_SET_ELEM_LIST_TABLE, table).text(unix.NFTA_SET_ELEM_LIST_SET, set)
	messages, err := s.dump(unix.NFT_MSG_GETSETELEM, families[family], a)
	var found []read
	for _, m := range messages {
		each(m[unix.NFTA_SET_ELEM_LIST_ELEMENTS], func(_ uint16, value []byte) {
			found = append(found, readAttributes(value))
		})
	}
	keyIn := func(r read) []byte { return r.inside(unix.NFTA_SET_ELEM_KEY)[unix.NFTA_DATA_VALUE] }
	slices.SortFunc(found, func(a, b read) int { return bytes.Compare(keyIn(a), keyIn(b)) })
	var listed []any
	for _, r := range found {
		if raw := keyIn(r); len(raw) >= types.size() && len(types) > 0 {
			listed = append(listed, elementJSON(types.format(raw), r, isMap))
		}
	}
	return listed, err
}

// elementJSON is the key, or what is known about it, and in a map the verdict beside it.
func elementJSON(key any, r read, isMap bool) any {
	about := map[string]any{}
	setComment(about, readComment(r[unix.NFTA_SET_ELEM_USERDATA], commentOfObject))
	if r[unix.NFTA_SET_ELEM_EXPIRATION] != nil {
		about["expires"] = seconds(r.be64(unix.NFTA_SET_ELEM_EXPIRATION))
	}
	if len(about) > 0 {
		about["val"] = key
		key = map[string]any{"elem": about}
	}
	if !isMap {
		return key
	}
	return []any{key, verdictJSON(r.inside(unix.NFTA_SET_ELEM_DATA).inside(unix.NFTA_DATA_VERDICT))}
}

func verdictJSON(r read) any {
	chain := map[string]any{"target": r.text(unix.NFTA_VERDICT_CHAIN)}
	switch int32(r.be32(unix.NFTA_VERDICT_CODE)) {
	case unix.NFT_JUMP:
		return map[string]any{"jump": chain}
	case unix.NFT_GOTO:
		return map[string]any{"goto": chain}
	case unix.NFT_RETURN:
		return map[string]any{"return": nil}
	case 0:
		return map[string]any{"drop": nil}
	}
	return map[string]any{"accept": nil}
}
