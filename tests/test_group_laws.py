"""The laws of the group: for all points of toy curves, and as properties of the five curves and their textbooks."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy_curves as toy
from ecref import EdwardsCurve, UnusableInput
from ecref.curves import P256, P384, SECP256K1, edwards448, edwards25519

if TYPE_CHECKING:
    from ecref.scalarmult import Point

FAST = (edwards25519, edwards448, P256, P384, SECP256K1)


# ---------------------------------------------------------------- toy curves: everything


@pytest.mark.step("RFC 8032", "5.1.4 addition", "5.2.4 addition")
@pytest.mark.step("SEC 1", "2.2.1-1", "2.2.1-2 O + P", "2.2.1-2 P + O", "2.2.1-3", "2.2.1-4", "2.2.1-5 P + P")
@pytest.mark.parametrize("curve", toy.CURVES, ids=toy.name_of)
def test_every_sum_is_the_textbooks(curve: toy.Curve) -> None:
    p, over = curve.p, toy.definition(curve)
    for P, Q in product(toy.points(curve), repeat=2):
        total = toy.affine(toy.point(over, toy.affine(P)) + toy.point(over, toy.affine(Q)))
        for z1, z2 in (1, 1), (1, 2), (3, p - 1):
            S = toy.scaled(P, z1) + toy.scaled(Q, z2)
            assert toy.affine(S) == total
            assert all(0 <= V < p for V in coordinates(S))


@pytest.mark.step("RFC 8032", "5.1.4 doubling")
@pytest.mark.step("SEC 1", "2.2.1-5", "2.2.1-5 a = -3", "2.2.1-5 a = 0")
@pytest.mark.parametrize("curve", toy.CURVES, ids=toy.name_of)
def test_every_double_negative_and_difference(curve: toy.Curve) -> None:
    p, over = curve.p, toy.definition(curve)
    for P, z in product(toy.points(curve), range(1, p)):
        Q, textbooks = toy.scaled(P, z), toy.point(over, toy.affine(P))
        assert toy.affine(Q.double()) == toy.affine(textbooks.double())
        assert toy.affine(-Q) == toy.affine(-textbooks)
        assert all(0 <= V < p for V in (*coordinates(Q.double()), *coordinates(-Q)))
        assert (Q - P).is_identity()
        assert (Q + -P) == curve.identity == curve.identity.double()


@pytest.mark.parametrize("curve", toy.CURVES, ids=toy.name_of)
def test_every_equality_and_hash(curve: toy.Curve) -> None:
    """P == Q exactly if the affine coordinates are equal, whatever the projective ones."""
    for P, Q in product(toy.points(curve), repeat=2):
        equal = toy.affine(P) == toy.affine(Q)
        for z in (1, 2, curve.p - 1):
            again = toy.scaled(Q, z)
            assert (again == P, P == again) == (equal, equal)  # noqa: SIM300  # both ways
            assert (again != P) is not equal
            assert hash(again) == hash(Q)
    assert len(set(toy.points(curve))) == toy.cofactor(curve) * toy.order(curve)


@pytest.mark.parametrize("curve", toy.EDWARDS, ids=toy.name_of)
def test_every_small_order(curve: EdwardsCurve) -> None:
    """[h]P = O holds for h points, which are those whose order divides h."""
    small = [P for P in toy.points(curve) if curve.is_small_order(P)]
    assert len(small) == curve.cofactor
    for P in toy.points(curve):
        assert (P in small) == (curve.cofactor % (len(toy.multiples(P))) == 0)
        assert curve.clear_cofactor(P) == curve.cofactor * P


def coordinates(P: Point) -> tuple[int, ...]:
    found: tuple[int, ...] = P.coordinates  # type: ignore[attr-defined]
    return found


# ---------------------------------------------------------------- the five curves, and their textbooks


class Group:
    """A curve whose points can be drawn."""

    def __init__(self, curve: toy.Curve, over: toy.Curve) -> None:
        self.name = f"{type(over).__name__} {curve.name}"
        self.fast, self.curve = curve, over
        self.scalars = st.integers(-(2**460), 2**460) if curve is over else st.integers(-(2**12), 2**12)

    def points(self) -> st.SearchStrategy[Any]:
        """Multiples of the base point, plus small-order points, in any projective coordinates; often special ones."""
        n = toy.order(self.fast)
        k = st.one_of(st.sampled_from([0, 1, 2, n - 1, n // 2]), st.integers(0, n - 1))
        i = st.integers(0, len(toy.torsion(self.fast)) - 1)
        return st.builds(self.point, k, i, st.integers(1, self.fast.p - 1))

    def point(self, k: int, i: int, z: int) -> Any:
        P = k * toy.base(self.fast) + toy.torsion(self.fast)[i]
        return toy.scaled(toy.point(self.curve, toy.affine(P)), z)


GROUPS = [Group(curve, over(curve)) for over in (lambda curve: curve, toy.definition) for curve in FAST]
every_group = pytest.mark.parametrize("group", GROUPS, ids=toy.name_of)
few = settings(max_examples=25)


def test_the_small_order_points_are_all_there() -> None:
    assert [len(set(toy.torsion(curve))) for curve in FAST] == [8, 4, 1, 1, 1]


@every_group
@few
@given(data=st.data())
def test_addition_is_associative_and_commutative(group: Group, data: st.DataObject) -> None:
    P, Q, R = (data.draw(group.points()) for _ in range(3))
    assert (P + Q) + R == P + (Q + R)
    assert P + Q == Q + P


@pytest.mark.step("RFC 8032", "5.1.4 neutral element")
@every_group
@few
@given(data=st.data())
def test_identity_and_inverse(group: Group, data: st.DataObject) -> None:
    P = data.draw(group.points())
    O = group.curve.identity
    assert P + O == O + P == P
    assert P + -P == P - P == O
    assert (P - P).is_identity()
    assert P.is_identity() == (P == O)
    N = -P
    assert -N == P
    assert P.zero() == O


@every_group
@few
@given(data=st.data())
def test_doubling_is_adding_to_itself(group: Group, data: st.DataObject) -> None:
    P = data.draw(group.points())
    assert P.double() == P + P == 2 * P
    assert (-P).double() == -P.double()


@every_group
@few
@given(data=st.data())
def test_subtraction_undoes_addition(group: Group, data: st.DataObject) -> None:
    P, Q = data.draw(group.points()), data.draw(group.points())
    assert P + Q - Q == P
    assert P - Q == -(Q - P)


@every_group
@few
@given(data=st.data())
def test_scalars_distribute(group: Group, data: st.DataObject) -> None:
    P, Q = data.draw(group.points()), data.draw(group.points())
    j, k = data.draw(group.scalars), data.draw(group.scalars)
    assert (j + k) * P == j * P + k * P
    assert j * k * P == j * (k * P)
    assert k * (P + Q) == k * P + k * Q


@every_group
@few
@given(data=st.data())
def test_a_scalar_stands_on_either_side_and_may_be_negative(group: Group, data: st.DataObject) -> None:
    P, k = data.draw(group.points()), data.draw(group.scalars)
    assert P * k == k * P
    assert -k * P == k * -P == -(k * P)


@every_group
@settings(max_examples=5)
@given(data=st.data())
def test_the_group_has_h_times_n_elements(group: Group, data: st.DataObject) -> None:
    P = data.draw(group.points())
    assert (toy.cofactor(group.fast) * toy.order(group.fast) * P).is_identity()


@every_group
def test_the_base_point_has_order_n(group: Group) -> None:
    n, B = toy.order(group.curve), toy.base(group.curve)
    assert not B.is_identity()
    assert (n * toy.scaled(B, 2)).is_identity()
    assert (n - 1) * toy.scaled(B, 2) == -B


@every_group
@few
@given(data=st.data())
def test_equal_points_are_equal_in_any_coordinates_and_hash_alike(group: Group, data: st.DataObject) -> None:
    P, Q = data.draw(group.points()), data.draw(group.points())
    again = toy.scaled(P, data.draw(st.integers(1, group.curve.p - 1)))
    assert again == P
    assert hash(again) == hash(P)
    assert (P == Q) == (toy.affine(P) == toy.affine(Q))


@every_group
@settings(max_examples=5)
@given(data=st.data())
def test_points_copy_and_pickle(group: Group, data: st.DataObject) -> None:
    P = data.draw(group.points())
    for again in (copy.copy(P), copy.deepcopy(P), pickle.loads(pickle.dumps(P))):
        assert again == P
        assert type(again) is type(P)
        assert again + P == P.double()


@every_group
@pytest.mark.parametrize("k", [1.0, "1", None, b"1", 1j])
def test_a_scalar_is_an_int(group: Group, k: Any) -> None:
    with pytest.raises(TypeError):
        k * toy.base(group.curve)
    with pytest.raises(TypeError):
        toy.base(group.curve) * k


@pytest.mark.parametrize("curve", FAST, ids=toy.name_of)
@pytest.mark.parametrize("other", [1, None, (0, 1), "O"])
def test_only_points_add_and_equal(curve: toy.Curve, other: Any) -> None:
    P: Any = toy.base(curve)
    with pytest.raises(TypeError):
        P + other
    with pytest.raises(TypeError):
        other + P
    assert other != P


CURVES: tuple[toy.Curve, ...] = (*FAST, *toy.CURVES)
EVERY = [*CURVES, *(toy.definition(curve) for curve in CURVES[:5])]


@pytest.mark.parametrize("curve", EVERY, ids=toy.name_of)
def test_points_of_different_curves_have_no_sum_and_are_not_equal(curve: toy.Curve) -> None:
    for other in set(EVERY) - {curve}:
        for P, Q in product((toy.base(curve), curve.identity), (toy.base(other), other.identity)):
            with pytest.raises(TypeError):
                P + Q
            assert P != Q


@pytest.mark.parametrize("curve", EVERY, ids=toy.name_of)
def test_points_of_equal_curves_add(curve: toy.Curve) -> None:
    """Equal records are the same curve, so that what was unpickled goes on computing."""
    twin = pickle.loads(pickle.dumps(curve))
    assert twin == curve
    assert twin is not curve
    assert toy.base(twin) == toy.base(curve)
    assert toy.base(twin) + toy.base(curve) == toy.base(curve).double()


@pytest.mark.parametrize("curve", FAST, ids=toy.name_of)
def test_repr_is_the_encoding_and_the_curve(curve: toy.Curve) -> None:
    P = toy.scaled(toy.base(curve), 2)
    assert repr(P) == f"<{toy.base(curve).encode().hex()} on {curve.name}>"


@pytest.mark.parametrize("curve", [P256, P384, SECP256K1], ids=toy.name_of)
def test_the_weierstrass_identity_has_no_coordinates(curve: toy.Curve) -> None:
    with pytest.raises(UnusableInput, match="no affine coordinates") as caught:
        curve.identity.affine()
    assert caught.value.code == "invalid-key"
    assert repr(curve.identity) == f"<00 on {curve.name}>"
