//! Collectives with a source and a target that may differ, as OpenSHMEM's have.

use crate::mode::WaitMode;
use crate::process::Process;
use crate::{Collectives, Operator, Scan, Source, Target};
use alloc::vec;

/// The elements of source and target that take part in
/// [`Collectives::all_to_all_strided`](super::Collectives::all_to_all_strided).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strided {
    /// Bytes of an element.
    pub unit: usize,
    /// The number of elements for each member.
    pub count: usize,
    /// The distance between elements of the source, in elements. At least 1.
    pub source: usize,
    /// The distance between elements of the target, in elements. At least 1.
    pub target: usize,
}

impl Strided {
    /// Bytes from the first element to the end of the last, for `members`. `None` if the number
    /// overflows.
    pub fn span(&self, members: u32, stride: usize) -> Option<usize> {
        let elements = self.count.checked_mul(members as usize)?;
        let Some(last) = elements.checked_sub(1) else {
            return Some(0);
        };
        last.checked_mul(stride)?
            .checked_add(1)?
            .checked_mul(self.unit)
    }
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Copies the `source` of the member `root` to the `target` of every member. The root may give
    /// no target. The `source` of other members is ignored. All members give the same length.
    pub async fn broadcast_from(
        &self,
        root: u32,
        source: Source<'_>,
        target: Option<Target<'_>>,
    ) -> Result<(), P::Error> {
        let values = [
            ("the root", root.into()),
            ("the length", source.len() as u64),
        ];
        if self.compares {
            self.compare("broadcast", &values).await?;
        }
        self.compared().broadcast_apart(root, source, target).await
    }

    async fn broadcast_apart(
        &self,
        root: u32,
        source: Source<'_>,
        mut target: Option<Target<'_>>,
    ) -> Result<(), P::Error> {
        if root != self.group.index() {
            let missing = || self.wrong_length("no target of a broadcast", 0, source.len());
            return self.broadcast(root, target.ok_or_else(missing)?).await;
        }
        source.check(self.process)?;
        if let Some(target) = &target {
            self.check_apart(&source, target)?;
        }
        match source {
            Source::Segment { offset, len } => {
                self.broadcast_copying(root, Target::Segment { offset, len }, &mut target)
                    .await?;
            }
            Source::Private(bytes) => {
                self.broadcast(root, Target::Private(&mut bytes.to_vec()))
                    .await?;
            }
        }
        target.map_or(Ok(()), |mut target| {
            target.copy(self.process, 0, &source, 0..source.len())
        })
    }

    /// [`Collectives::all_reduce_into`] from the members' `source`s into their `target`s. Source and
    /// target may be the same bytes.
    pub async fn all_reduce_from(
        &self,
        source: Source<'_>,
        target: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let source = self.is_apart(&source, &target)?.then_some(&source);
        self.all_reduce_into(source, target, operator).await
    }

    /// [`Collectives::scan`] from the members' `source`s into their `target`s. Source and target
    /// may be the same bytes.
    pub async fn scan_from(
        &self,
        scan: Scan,
        source: Source<'_>,
        mut target: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        if self.is_apart(&source, &target)? {
            target.copy(self.process, 0, &source, 0..source.len())?;
        }
        self.scan(scan, target, operator).await
    }

    /// Sends the i-th `count` elements of `source` to member i, for all i. `target` receives the
    /// elements of all members, in the order of the members. Bytes between elements are unchanged.
    /// All members give the same counts and units.
    pub async fn all_to_all_strided(
        &self,
        source: Source<'_>,
        mut target: Target<'_>,
        strided: Strided,
    ) -> Result<(), P::Error> {
        let Strided { unit, count, .. } = strided;
        let values = [
            ("the element size", unit as u64),
            ("the count", count as u64),
            ("the source's stride", strided.source as u64),
            ("the target's stride", strided.target as u64),
        ];
        if self.compares {
            self.compare("strided all_to_all", &values).await?;
        }
        source.check(self.process)?;
        target.as_source().check(self.process)?;
        let sides = [
            ("the source", source.len(), strided.source),
            ("the target", target.len(), strided.target),
        ];
        for (what, given, stride) in sides {
            let span = strided.span(self.group.size(), stride);
            let span = span.unwrap_or(usize::MAX);
            if given < span || stride == 0 {
                return Err(self.wrong_length(what, given, span));
            }
        }
        let bytes = count * unit * self.size();
        if strided.source == 1 && strided.target == 1 {
            return self
                .compared()
                .all_to_all(source.part(0, bytes), target.part(0, bytes))
                .await;
        }
        let (mut out, mut into) = (vec![0; bytes], vec![0; bytes]);
        let mut packed = Target::Private(&mut out);
        for element in 0..count * self.size() {
            let from = element * strided.source * unit;
            packed.copy(self.process, element * unit, &source, from..from + unit)?;
        }
        self.compared()
            .all_to_all(Source::Private(&out), Target::Private(&mut into))
            .await?;
        for (element, bytes) in into.chunks_exact(unit.max(1)).enumerate() {
            target.write(self.process, element * strided.target * unit, bytes)?;
        }
        Ok(())
    }

    /// Whether the source differs from the target. Both must have the same length.
    fn is_apart(&self, source: &Source<'_>, target: &Target<'_>) -> Result<bool, P::Error> {
        source.check(self.process)?;
        target.as_source().check(self.process)?;
        self.check_apart(source, target)?;
        let at = source.shared_at();
        Ok(at.is_none() || at != target.as_source().shared_at())
    }

    fn check_apart(&self, source: &Source<'_>, target: &Target<'_>) -> Result<(), P::Error> {
        if source.len() == target.len() {
            return Ok(());
        }
        Err(self.wrong_length("the target", target.len(), source.len()))
    }
}
