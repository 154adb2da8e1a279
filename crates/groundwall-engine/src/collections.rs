//! Collections: which there are, what each decides by, and their beginning and end.

use crate::Firewall;
use crate::answer::packs_on;
use groundwall_core::collection::{MAX_COLLECTIONS, checked_name};
use groundwall_core::{
    Collection, CollectionChange, CollectionId, Document, DocumentId, Holdings, NewCollection,
    Policy, PolicyOverride, Problem, ProblemCode, Report, Scope,
};
use groundwall_ports::PortError;

impl Firewall {
    /// All of them: `default` first, which always exists, then by name.
    pub(crate) async fn all_collections(&self) -> Result<Vec<Collection>, PortError> {
        let mut all = self.parts.ledger.collections().await?;
        let default = CollectionId::default();
        let first = all
            .iter()
            .position(|one| one.id == default)
            .map_or_else(Collection::default, |place| all.remove(place));
        all.insert(0, first);
        Ok(all)
    }

    /// A collection by its id; not found is an error.
    pub(crate) async fn known(&self, id: &CollectionId) -> Result<Collection, PortError> {
        let all = self.all_collections().await?;
        let found = all.into_iter().find(|one| one.id == *id);
        Ok(found.ok_or_else(|| Collection::unknown(&id.0))?)
    }

    /// What decides in a collection: the policy in force, what the collection changes of it, then what the request changes.
    pub(crate) async fn policy_of(
        &self,
        collection: &CollectionId,
        change: &PolicyOverride,
    ) -> Result<Policy, PortError> {
        let own = self.known(collection).await?.policy;
        Ok(self.policy().overridden(&own)?.overridden(change)?)
    }

    /// A document with whichever collection it is in.
    pub(crate) async fn found(&self, id: &DocumentId) -> Result<Option<Document>, PortError> {
        for collection in self.all_collections().await? {
            let document = self.parts.store.document(&collection.id, id).await?;
            if document.is_some() {
                return Ok(document);
            }
        }
        Ok(None)
    }

    /// Whether a collection holds every document that a request is narrowed to.
    pub(crate) async fn holds(
        &self,
        collection: &CollectionId,
        scope: &Scope,
    ) -> Result<(), PortError> {
        if scope.documents.is_empty() {
            return Ok(());
        }
        let documents = self.parts.store.documents(collection).await?;
        Ok(scope.held_by(&documents)?)
    }

    pub(crate) async fn held(&self, collection: &CollectionId) -> Result<Holdings, PortError> {
        let stats = self.parts.store.stats(collection).await?;
        Ok(Holdings {
            documents: stats.documents,
            passages: stats.passages,
            reports: self.parts.ledger.reports_of(collection).await?,
            version: stats.version,
        })
    }

    /// Whether a policy is one, with the policy in force and the packs there are.
    fn fits(&self, policy: &PolicyOverride) -> Result<(), Problem> {
        let whole = self.policy().overridden(policy)?;
        packs_on(&self.parts.packs, &whole).map(drop)
    }

    pub(crate) async fn create(&self, new: NewCollection) -> Result<Collection, PortError> {
        let _alone = self.members.write().await;
        let all = self.all_collections().await?;
        if all.len() >= MAX_COLLECTIONS {
            let message = format!(
                "There are {MAX_COLLECTIONS} collections already, which is the most. Delete one first."
            );
            return Err(Problem::new(ProblemCode::Conflict, message).into());
        }
        self.fits(&new.policy)?;
        let collection = Collection {
            id: CollectionId(uuid::Uuid::new_v4().to_string()),
            name: checked_name(&new.name, None, &all)?,
            policy: new.policy,
            created_at: Some((self.parts.clock)().rfc3339),
        };
        self.parts.ledger.keep_collection(&collection).await?;
        Ok(collection)
    }

    pub(crate) async fn change(
        &self,
        id: &CollectionId,
        change: CollectionChange,
    ) -> Result<Collection, PortError> {
        let _alone = self.members.write().await;
        let all = self.all_collections().await?;
        let mut collection = self.known(id).await?;
        if let Some(name) = change.name {
            collection.name = checked_name(&name, Some(id), &all)?;
        }
        if let Some(policy) = change.policy {
            self.fits(&policy)?;
            collection.policy = policy;
        }
        self.parts.ledger.keep_collection(&collection).await?;
        Ok(collection)
    }

    /// Documents first: what is cut off in between leaves an empty collection with a name, which can be deleted again.
    pub(crate) async fn end(&self, id: &CollectionId) -> Result<(Collection, Holdings), PortError> {
        let _alone = self.members.write().await;
        if *id == CollectionId::default() {
            let message = "The collection “default” always exists, for what is asked without one. Delete its documents instead.";
            return Err(Problem::new(ProblemCode::Conflict, message).into());
        }
        let collection = self.known(id).await?;
        let held = self.held(id).await?;
        self.parts.store.clear(id).await?;
        let reports = self.parts.ledger.forget_collection(id).await?;
        self.tables.forget(id);
        self.suggested.forget(id);
        Ok((collection, Holdings { reports, ..held }))
    }

    /// Records a report, unless its collection was deleted meanwhile: nothing may be left of that.
    pub(crate) async fn record(&self, report: &Report) -> Result<(), PortError> {
        let _member = self.members.read().await;
        self.known(&report.collection).await?;
        self.parts.ledger.record(report).await
    }
}
