//! A transaction that leaves no trace on the pool when it fails.

use crate::fault::fault;
use groundwall_ports::PortError;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{Sqlite, SqliteConnection, SqlitePool};
use std::ops::{Deref, DerefMut};

/// A connection that goes back to its pool when its work went through, and is closed in every other case: after an error, a cancelled request, a
/// panic. A connection whose rollback failed would keep its transaction open, and what is written on it later would be undone with it.
pub(crate) struct Held {
    pub(crate) connection: PoolConnection<Sqlite>,
    went_through: bool,
}

impl Held {
    pub(crate) async fn from(pool: &SqlitePool) -> Result<Self, PortError> {
        Ok(Self {
            connection: pool.acquire().await.map_err(fault)?,
            went_through: false,
        })
    }

    pub(crate) fn give_back(mut self) {
        self.went_through = true;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if !self.went_through {
            // Closing undoes what is open on it.
            self.connection.close_on_drop();
        }
    }
}

/// A transaction that may write. What is not committed is undone.
pub struct Write {
    held: Held,
}

impl Write {
    pub(crate) async fn begin(pool: &SqlitePool) -> Result<Self, PortError> {
        let mut held = Held::from(pool).await?;
        sqlx::raw_sql("BEGIN IMMEDIATE")
            .execute(&mut *held.connection)
            .await
            .map_err(fault)?;
        Ok(Self { held })
    }

    /// Durable when it returns.
    pub async fn commit(mut self) -> Result<(), PortError> {
        sqlx::raw_sql("COMMIT")
            .execute(&mut *self.held.connection)
            .await
            .map_err(fault)?;
        self.held.give_back();
        Ok(())
    }
}

impl Deref for Write {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.held.connection
    }
}

impl DerefMut for Write {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.held.connection
    }
}
